// What links of mailed reports open.
import { escapedHtml } from '../../platform/http/escaped-html.ts';
import { type Language, localeOf } from '@watchpost/domain/languages';
import type { FileReply } from '../../platform/http/route.ts';
import { momentText } from '../../platform/branding/time-text.ts';
import { mailedPage } from '../../platform/mail/mailed-page.ts';
import { periodText } from './period-text.ts';
import type { OpenLink, Subscription } from './shared-links.queries.ts';

interface PageTexts {
  readonly allSites: string;
  readonly files: string;
  readonly times: (zone: string) => string;
  readonly until: (at: string) => string;
  readonly stopTitle: string;
  readonly stopText: (report: string, email: string) => string;
  readonly stop: string;
  readonly stopped: string;
  readonly stoppedText: (report: string, email: string) => string;
  readonly again: string;
  readonly stopAll: (company: string) => string;
  readonly allStoppedText: (company: string, email: string) => string;
}

const texts: Readonly<Record<Language, PageTexts>> = {
  en: {
    allSites: 'All sites',
    files: 'Files of the report',
    times: (zone) => `Times of ${zone}`,
    until: (at) => `This page opens until ${at}.`,
    stopTitle: 'End these mails?',
    stopText: (report, email) => `“${report}” will no longer be mailed to ${email}.`,
    stop: 'Send me this report no more',
    stopped: 'Done',
    stoppedText: (report, email) => `“${report}” is no longer mailed to ${email}.`,
    again: 'Send it to me again',
    stopAll: (company) => `Send me no reports of ${company} at all`,
    allStoppedText: (company, email) => `No reports of ${company} are mailed to ${email} any more.`,
  },
  hi: {
    allSites: 'सभी साइटें',
    files: 'रिपोर्ट की फ़ाइलें',
    times: (zone) => `समय ${zone} के अनुसार`,
    until: (at) => `यह पृष्ठ ${at} तक खुलेगा।`,
    stopTitle: 'ये मेल बंद करें?',
    stopText: (report, email) => `“${report}” अब ${email} पर नहीं भेजी जाएगी।`,
    stop: 'मुझे यह रिपोर्ट अब न भेजें',
    stopped: 'हो गया',
    stoppedText: (report, email) => `“${report}” अब ${email} पर नहीं भेजी जाती।`,
    again: 'मुझे फिर से भेजें',
    stopAll: (company) => `मुझे ${company} की कोई रिपोर्ट न भेजें`,
    allStoppedText: (company, email) => `${company} की कोई रिपोर्ट अब ${email} पर नहीं भेजी जाती।`,
  },
  mr: {
    allSites: 'सर्व साइट',
    files: 'अहवालाच्या फाइल्स',
    times: (zone) => `वेळा ${zone} प्रमाणे`,
    until: (at) => `हे पान ${at} पर्यंत उघडेल.`,
    stopTitle: 'हे मेल बंद करायचे?',
    stopText: (report, email) => `“${report}” यापुढे ${email} वर पाठवला जाणार नाही.`,
    stop: 'मला हा अहवाल यापुढे पाठवू नका',
    stopped: 'झाले',
    stoppedText: (report, email) => `“${report}” आता ${email} वर पाठवला जात नाही.`,
    again: 'मला पुन्हा पाठवा',
    stopAll: (company) => `मला ${company} चे कोणतेही अहवाल पाठवू नका`,
    allStoppedText: (company, email) => `${company} चे कोणतेही अहवाल आता ${email} वर पाठवले जात नाहीत.`,
  },
};

const unit = 1024;
function sizeText(bytes: number, locale: string): string {
  const [name, amount] = bytes < unit * unit ? ['kilobyte', bytes / unit] : ['megabyte', bytes / unit / unit];
  const style = { style: 'unit', unit: name, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(locale, style).format(Math.max(0.1, amount));
}

/** `token` ends the address of the page itself: files lie beneath it. */
export function filesPage(link: OpenLink, token: string): FileReply {
  const { language, timeZone } = link;
  const expected = texts[language];
  const locale = localeOf(language);
  const style = { timeZone, locale, format: link.dateFormat };
  const until = momentText(link.expiresAtMs, style);
  const files = link.files.map(({ id, name, bytes }) => {
    const href = escapedHtml(`${token}/files/${id}`);
    // A name is not broken within its days.
    const parts = escapedHtml(name).replaceAll(/\d{4}-\d\d-\d\d\S*/g, '<span class="whole">$&</span>');
    return `<li><a href="${href}"><span>${parts}</span><span class="whole">${sizeText(bytes, locale)}</span></a></li>`;
  });
  const about = [link.siteName ?? expected.allSites, periodText(link, style), expected.times(timeZone)];
  const body = `<p class="quiet">${escapedHtml(link.tenantName)}</p><h1>${escapedHtml(link.report)}</h1>
<p class="quiet">${about.map(escapedHtml).join('<br>')}</p>
<h2>${expected.files}</h2><ul>${files.join('')}</ul><p class="quiet">${escapedHtml(expected.until(until))}</p>`;
  return mailedPage(language, link.report, body);
}

/** `company` is the tenant's name. */
export function subscriptionPage(subscription: Subscription, company: string): FileReply {
  const { language, report, email, isEnded, isStopped } = subscription;
  const expected = texts[language];
  const [title, text] =
    isEnded || isStopped
      ? [
          expected.stopped,
          isStopped ? expected.allStoppedText(company, email) : expected.stoppedText(report, email),
        ]
      : [expected.stopTitle, expected.stopText(report, email)];
  const stopAll = `<button class="second" name="all" value="yes">${escapedHtml(expected.stopAll(company))}</button>`;
  const buttons =
    isEnded || isStopped
      ? `<button name="again" value="yes">${expected.again}</button>${isStopped ? '' : stopAll}`
      : `<button>${expected.stop}</button>${stopAll}`;
  const body = `<h1>${title}</h1><p>${escapedHtml(text)}</p><form method="post">${buttons}</form>`;
  return mailedPage(language, title, body);
}
