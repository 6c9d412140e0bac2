// Where somebody without an account says whether to be mailed.
import { type Language, languageOf } from '@watchpost/domain/languages';
import { type ConsentPurpose, mayBeMailed } from '@watchpost/domain/mail-consents';
import { escapedHtml } from '../../platform/http/escaped-html.ts';
import type { FileReply } from '../../platform/http/route.ts';
import { mailedPage } from '../../platform/mail/mailed-page.ts';
import type { Consent } from './mail-consents.queries.ts';

interface ConsentTexts {
  /** What is mailed, as it stands within the sentences below. */
  readonly what: Readonly<Record<ConsentPurpose, (company: string) => string>>;
  readonly askTitle: string;
  readonly ask: (what: string, email: string) => string;
  readonly agree: string;
  readonly refuse: string;
  readonly agreedTitle: string;
  readonly agreed: (what: string, email: string) => string;
  readonly stop: string;
  readonly stoppedTitle: string;
  readonly stopped: (what: string, email: string) => string;
  readonly agreeAfterAll: string;
}

const texts: Readonly<Record<Language, ConsentTexts>> = {
  en: {
    what: {
      scheduledReports: (company) => `Patrol reports of ${company}`,
      logHeads: (company) => `Seals of the patrol records of ${company}`,
    },
    askTitle: 'Do you agree?',
    ask: (what, email) => `${what} would be mailed to ${email}. You can stop them at any time.`,
    agree: 'Agree',
    refuse: 'No, do not mail me',
    agreedTitle: 'You have agreed',
    agreed: (what, email) => `${what} are mailed to ${email}. Each mail has a link to stop them.`,
    stop: 'Stop these mails',
    stoppedTitle: 'Stopped',
    stopped: (what, email) => `${what} are not mailed to ${email}, and you are not asked again.`,
    agreeAfterAll: 'I have changed my mind, mail me',
  },
  hi: {
    what: {
      scheduledReports: (company) => `${company} की गश्त रिपोर्टें`,
      logHeads: (company) => `${company} के गश्त रिकॉर्ड की मुहरें`,
    },
    askTitle: 'क्या आप सहमत हैं?',
    ask: (what, email) => `${what} ${email} पर भेजी जाएँगी। आप इन्हें कभी भी बंद कर सकते हैं।`,
    agree: 'सहमत हूँ',
    refuse: 'नहीं, मुझे मेल न करें',
    agreedTitle: 'आपने सहमति दे दी है',
    agreed: (what, email) => `${what} ${email} पर भेजी जाती हैं। हर मेल में इन्हें बंद करने का लिंक है।`,
    stop: 'ये मेल बंद करें',
    stoppedTitle: 'बंद कर दिया गया',
    stopped: (what, email) => `${what} ${email} पर नहीं भेजी जातीं, और आपसे दोबारा नहीं पूछा जाएगा।`,
    agreeAfterAll: 'मैंने मन बदल लिया है, मुझे मेल करें',
  },
  mr: {
    what: {
      scheduledReports: (company) => `${company} चे गस्तीचे अहवाल`,
      logHeads: (company) => `${company} च्या गस्तीच्या नोंदींच्या मोहरा`,
    },
    askTitle: 'तुमची संमती आहे का?',
    ask: (what, email) => `${what} ${email} वर पाठवले जातील. तुम्ही ते केव्हाही थांबवू शकता.`,
    agree: 'संमती आहे',
    refuse: 'नाही, मला मेल करू नका',
    agreedTitle: 'तुम्ही संमती दिली आहे',
    agreed: (what, email) => `${what} ${email} वर पाठवले जातात. प्रत्येक मेलमध्ये ते थांबवण्याची लिंक आहे.`,
    stop: 'हे मेल थांबवा',
    stoppedTitle: 'थांबवले',
    stopped: (what, email) => `${what} ${email} वर पाठवले जात नाहीत, आणि तुम्हाला पुन्हा विचारले जाणार नाही.`,
    agreeAfterAll: 'माझे मत बदलले आहे, मला मेल करा',
  },
};

const button = (answer: 'agree' | 'stop', label: string, kind = '') =>
  `<button${kind} name="answer" value="${answer}">${label}</button>`;
const second = ' class="second"';

/** `company` is the tenant's name. */
export function consentPage({ purpose, address, state, language }: Consent, company: string): FileReply {
  const spoken = languageOf(language) ?? 'en';
  const pageTexts = texts[spoken];
  const what = pageTexts.what[purpose](company);
  const [title, text, buttons] = mayBeMailed(state)
    ? [pageTexts.agreedTitle, pageTexts.agreed(what, address), button('stop', pageTexts.stop)]
    : state === 'stopped'
      ? [
          pageTexts.stoppedTitle,
          pageTexts.stopped(what, address),
          button('agree', pageTexts.agreeAfterAll, second),
        ]
      : [
          pageTexts.askTitle,
          pageTexts.ask(what, address),
          button('agree', pageTexts.agree) + button('stop', pageTexts.refuse, second),
        ];
  const body = `<p class="quiet">${escapedHtml(company)}</p><h1>${title}</h1><p>${escapedHtml(text)}</p>
<form method="post">${buttons}</form>`;
  return mailedPage(spoken, title, body);
}
