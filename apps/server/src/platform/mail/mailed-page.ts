// The plain pages that mailed links open: no script, nothing loaded, readable in any browser.
import { type Language, languageOf } from '@watchpost/domain/languages';
import { defaultLanguage } from '@watchpost/domain/limits';
import { escapedHtml } from '../http/escaped-html.ts';
import type { FileReply } from '../http/route.ts';
import { productAccent } from './readable-accent.ts';

interface EndedTexts {
  readonly ended: string;
  readonly endedWhy: string;
  readonly endedHelp: string;
}

const texts: Readonly<Record<Language, EndedTexts>> = {
  en: {
    ended: 'This link no longer works',
    endedWhy: 'It has expired, was revoked, or is not complete.',
    endedHelp:
      'Check that you opened the whole link. If it is an old one, use the link of the latest mail, or ask the company that mailed it to send it again.',
  },
  hi: {
    ended: 'यह लिंक अब काम नहीं करता',
    endedWhy: 'इसकी अवधि समाप्त हो गई, इसे रद्द किया गया, या यह अधूरा है।',
    endedHelp:
      'देखें कि आपने पूरा लिंक खोला है। यदि लिंक पुराना है, तो नई मेल का लिंक खोलें, या मेल भेजने वाली कंपनी से दोबारा भेजने को कहें।',
  },
  mr: {
    ended: 'ही लिंक आता चालत नाही',
    endedWhy: 'तिची मुदत संपली, ती रद्द केली गेली किंवा ती अपुरी आहे.',
    endedHelp:
      'तुम्ही पूर्ण लिंक उघडली आहे का ते पाहा. लिंक जुनी असेल तर नव्या मेलमधील लिंक वापरा किंवा मेल पाठवणाऱ्या कंपनीला तो पुन्हा पाठवायला सांगा.',
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
button+button{margin-inline-start:12px}.second{border:1px solid #6b7280;background:none;color:${productAccent}}
a:focus-visible,button:focus-visible{outline:3px solid ${productAccent};outline-offset:2px}
@media (prefers-color-scheme:dark){body{background:#0b0f14;color:#f3f4f6}main{background:#161b22}.quiet{color:#b6bec9}
li a{color:#5cc9cb;border-color:#8b95a3}button{background:#5cc9cb;color:#0b0f14}.second{border-color:#8b95a3;background:none;color:#5cc9cb}a:focus-visible,button:focus-visible{outline-color:#5cc9cb}}`;

async function* only(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

/** A page that a mailed link opens; `body` is HTML, its texts escaped. */
export function mailedPage(language: Language, title: string, body: string, status = 200): FileReply {
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
  const reply = texts[language];
  const body = `<h1>${reply.ended}</h1><p>${reply.endedWhy}</p><p class="quiet">${reply.endedHelp}</p>`;
  return mailedPage(language, reply.ended, body, 404);
}
