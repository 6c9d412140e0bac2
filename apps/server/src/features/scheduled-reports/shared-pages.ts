// The plain pages that mailed links open: no script, nothing loaded, readable in any browser.
import { escapedHtml } from '../../http/escaped-html.ts';
import { type Language, languageOf, localeOf } from '@watchpost/domain/languages';
import { defaultLanguage } from '@watchpost/domain/limits';
import type { FileReply } from '../../http/route.ts';
import { momentWords } from '../../branding/time-words.ts';
import { productAccent } from '../../mail/readable-accent.ts';
import { periodWords } from './period-words.ts';
import type { OpenLink, Subscription } from './shared-links.queries.ts';

interface PageWords {
  readonly allSites: string;
  readonly files: string;
  readonly times: (zone: string) => string;
  readonly until: (at: string) => string;
  readonly ended: string;
  readonly endedWhy: string;
  readonly endedHelp: string;
  readonly stopTitle: string;
  readonly stopText: (report: string, email: string) => string;
  readonly stop: string;
  readonly stopped: string;
  readonly stoppedText: (report: string, email: string) => string;
  readonly again: string;
}

const words: Readonly<Record<Language, PageWords>> = {
  en: {
    allSites: 'All sites',
    files: 'Files of the report',
    times: (zone) => `Times of ${zone}`,
    until: (at) => `This page opens until ${at}.`,
    ended: 'This link no longer works',
    endedWhy: 'It has expired, was revoked, or is not complete.',
    endedHelp:
      'Check that you opened the whole link. If it is an old one, use the link of the latest mail, or ask whoever sends you the report to send it again.',
    stopTitle: 'End these mails?',
    stopText: (report, email) => `“${report}” will no longer be mailed to ${email}.`,
    stop: 'Send me this report no more',
    stopped: 'Done',
    stoppedText: (report, email) => `“${report}” is no longer mailed to ${email}.`,
    again: 'Send it to me again',
  },
  hi: {
    allSites: 'सभी साइटें',
    files: 'रिपोर्ट की फ़ाइलें',
    times: (zone) => `समय ${zone} के अनुसार`,
    until: (at) => `यह पृष्ठ ${at} तक खुलेगा।`,
    ended: 'यह लिंक अब काम नहीं करता',
    endedWhy: 'इसकी अवधि समाप्त हो गई, इसे रद्द किया गया, या यह अधूरा है।',
    endedHelp:
      'देखें कि आपने पूरा लिंक खोला है। यदि लिंक पुराना है, तो नई मेल का लिंक खोलें, या रिपोर्ट भेजने वाले से दोबारा भेजने को कहें।',
    stopTitle: 'ये मेल बंद करें?',
    stopText: (report, email) => `“${report}” अब ${email} पर नहीं भेजी जाएगी।`,
    stop: 'मुझे यह रिपोर्ट अब न भेजें',
    stopped: 'हो गया',
    stoppedText: (report, email) => `“${report}” अब ${email} पर नहीं भेजी जाती।`,
    again: 'मुझे फिर से भेजें',
  },
  mr: {
    allSites: 'सर्व साइट',
    files: 'अहवालाच्या फाइल्स',
    times: (zone) => `वेळा ${zone} प्रमाणे`,
    until: (at) => `हे पान ${at} पर्यंत उघडेल.`,
    ended: 'ही लिंक आता चालत नाही',
    endedWhy: 'तिची मुदत संपली, ती रद्द केली गेली किंवा ती अपुरी आहे.',
    endedHelp:
      'तुम्ही पूर्ण लिंक उघडली आहे का ते पाहा. लिंक जुनी असेल तर नव्या मेलमधील लिंक वापरा किंवा अहवाल पाठवणाऱ्याला तो पुन्हा पाठवायला सांगा.',
    stopTitle: 'हे मेल बंद करायचे?',
    stopText: (report, email) => `“${report}” यापुढे ${email} वर पाठवला जाणार नाही.`,
    stop: 'मला हा अहवाल यापुढे पाठवू नका',
    stopped: 'झाले',
    stoppedText: (report, email) => `“${report}” आता ${email} वर पाठवला जात नाही.`,
    again: 'मला पुन्हा पाठवा',
  },
};

const styles = `:root{color-scheme:light dark}
body{margin:0;padding:32px 16px;font:16px/1.5 system-ui,'Noto Sans Devanagari','Nirmala UI',sans-serif;background:#f3f4f6;color:#111827}
main{max-width:600px;margin:0 auto;padding:28px;background:#fff;border-radius:12px;overflow-wrap:anywhere}
h1{margin:0 0 4px;font-size:24px;line-height:1.3}h2{margin:24px 0 8px;font-size:16px}
p{margin:8px 0}.quiet{color:#4b5563}
ul{margin:0;padding:0;list-style:none;display:grid;gap:8px}

li .whole{white-space:nowrap}li a{display:flex;justify-content:space-between;gap:16px;min-height:28px;padding:12px 16px;border:1px solid #6b7280;border-radius:8px;color:${productAccent}}
button{min-height:44px;margin-top:16px;padding:10px 20px;border:0;border-radius:8px;background:${productAccent};color:#fff;font:inherit}
a:focus-visible,button:focus-visible{outline:3px solid ${productAccent};outline-offset:2px}
@media (prefers-color-scheme:dark){body{background:#0b0f14;color:#f3f4f6}main{background:#161b22}.quiet{color:#b6bec9}
li a{color:#5cc9cb;border-color:#8b95a3}button{background:#5cc9cb;color:#0b0f14}a:focus-visible,button:focus-visible{outline-color:#5cc9cb}}`;

async function* only(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

function pageOf(language: Language, title: string, body: string, status: number): FileReply {
  const html = `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapedHtml(title)}</title><style>${styles}</style></head>
<body><main>${body}</main></body></html>
`;
  return {
    fileName: 'page.html',
    mediaType: 'text/html; charset=utf-8',
    chunks: only(html),
    page: { status, styles },
  };
}

const spokenBy = (accepted: string): Language => languageOf(accepted) ?? languageOf(defaultLanguage) ?? 'en';

/** The one answer to every link that does not open, whatever the reason. */
export function endedPage(accepted: string): FileReply {
  const language = spokenBy(accepted);
  const said = words[language];
  const body = `<h1>${said.ended}</h1><p>${said.endedWhy}</p><p class="quiet">${said.endedHelp}</p>`;
  return pageOf(language, said.ended, body, 404);
}

const unit = 1024;
function sizeWords(bytes: number, locale: string): string {
  const [name, amount] = bytes < unit * unit ? ['kilobyte', bytes / unit] : ['megabyte', bytes / unit / unit];
  const style = { style: 'unit', unit: name, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale, style).format(Math.max(0.1, amount));
}

/** `token` ends the address of the page itself: files lie beneath it. */
export function filesPage(link: OpenLink, token: string): FileReply {
  const { language, timeZone } = link;
  const said = words[language];
  const locale = localeOf(language);
  const style = { timeZone, locale, format: link.dateFormat };
  const until = momentWords(link.expiresAtMs, style);
  const files = link.files.map(({ id, name, bytes }) => {
    const href = escapedHtml(`${token}/files/${id}`);
    // A name is not broken within its days.
    const parts = escapedHtml(name).replaceAll(/\d{4}-\d\d-\d\d\S*/g, '<span class="whole">$&</span>');
    return `<li><a href="${href}"><span>${parts}</span><span class="whole">${sizeWords(bytes, locale)}</span></a></li>`;
  });
  const about = [link.siteName ?? said.allSites, periodWords(link, style), said.times(timeZone)];
  const body = `<p class="quiet">${escapedHtml(link.tenantName)}</p><h1>${escapedHtml(link.report)}</h1>
<p class="quiet">${about.map(escapedHtml).join('<br>')}</p>
<h2>${said.files}</h2><ul>${files.join('')}</ul><p class="quiet">${escapedHtml(said.until(until))}</p>`;
  return pageOf(language, link.report, body, 200);
}

export function subscriptionPage(subscription: Subscription): FileReply {
  const { language, report, email, isEnded } = subscription;
  const said = words[language];
  const [title, text] = isEnded
    ? [said.stopped, said.stoppedText(report, email)]
    : [said.stopTitle, said.stopText(report, email)];
  const button = isEnded
    ? `<button name="again" value="yes">${said.again}</button>`
    : `<button>${said.stop}</button>`;
  const body = `<h1>${title}</h1><p>${escapedHtml(text)}</p><form method="post">${button}</form>`;
  return pageOf(language, title, body, 200);
}
