import type { ConsentPurpose } from '@watchpost/domain/mail-consents';
import type { FactorChange } from '@watchpost/domain/sign-in-factors';
import { type MailTexts, type OfferTexts, reportAndSite } from '../mail-content.ts';
import { sealIn } from './log-heads.ts';

const greeting = (firstName: string): string => (firstName === '' ? 'नमस्ते,' : `नमस्ते ${firstName},`);

const factorChanges: Readonly<Record<FactorChange, (detail: string) => string>> = {
  authenticatorAdded: () => 'आपके खाते में एक ऑथेंटिकेटर ऐप जोड़ा गया।',
  authenticatorRemoved: () => 'आपके खाते का ऑथेंटिकेटर ऐप हटाया गया।',
  passkeyAdded: (detail) => `आपके खाते में पासकी “${detail}” जोड़ी गई।`,
  passkeyRenamed: (detail) => `आपके खाते की एक पासकी का नाम अब “${detail}” है।`,
  passkeyRemoved: (detail) => `आपके खाते की पासकी “${detail}” हटाई गई।`,
  codesMade: () => 'आपके खाते के लिए नए रिकवरी कोड बनाए गए। पुराने कोड अब काम नहीं करते।',
  codeUsed: (detail) => `किसी ने रिकवरी कोड से आपके खाते में साइन इन किया। बचे हुए कोड: ${detail}।`,
  reset: () => 'एक एडमिन ने आपके खाते के सभी दूसरे चरण हटा दिए। नए जोड़ने तक केवल पासवर्ड से साइन इन होगा।',
};

const offers: Readonly<Record<ConsentPurpose, OfferTexts>> = {
  scheduledReports: {
    subject: 'क्या हम आपको गश्त की रिपोर्टें भेजें?',
    heading: 'क्या आप गश्त की रिपोर्टें पाना चाहते हैं?',
    what: 'अपनी सुरक्षा गश्त की रिपोर्टें',
    why: 'उनमें गश्तें, घटनाएँ और जो छूट गया वह होता है।',
  },
  logHeads: {
    subject: 'क्या हम आपको अपने रिकॉर्ड की मुहरें भेजें?',
    heading: 'क्या आप रिकॉर्ड के साक्षी बनना चाहते हैं?',
    what: 'अपने गश्त रिकॉर्ड की रोज़ की मुहर',
    why: 'मुहरों से आप बाद में दिखा सकते हैं कि रिकॉर्ड में कुछ बदला नहीं गया।',
  },
};

export const hi: MailTexts = {
  templates: {
    passwordReset: ({ firstName, code, link, minutes }, brand) => ({
      subject: `अपना ${brand} पासवर्ड रीसेट करें`,
      heading: 'अपना पासवर्ड रीसेट करें',
      paragraphs: [
        greeting(firstName),
        'किसी ने आपके खाते के लिए नया पासवर्ड माँगा है। यह कोड कंसोल में लिखें, या लिंक खोलें।',
        `दोनों एक ही बार और ${minutes} मिनट तक काम करते हैं।`,
      ],
      code,
      action: { label: 'नया पासवर्ड तय करें', url: link },
      footnote: 'यदि यह आप नहीं थे, तो कुछ न करें: आपका पासवर्ड वही रहेगा।',
    }),
    invitation: ({ firstName, inviter, site, link, days }, brand) => ({
      subject: `आपका ${brand} खाता`,
      heading: 'आपको आमंत्रित किया गया है',
      paragraphs: [
        greeting(firstName),
        `${inviter} आपको ${brand} में साइट ${site} संभालने के लिए आमंत्रित करते हैं।`,
        `लिंक खोलें और पासवर्ड चुनें। यह एक ही बार और ${days} दिन तक काम करता है।`,
      ],
      action: { label: 'पासवर्ड चुनें', url: link },
      footnote:
        'यदि लिंक का समय बीत गया हो, तो साइन-इन पेज पर “पासवर्ड भूल गए?” चुनें: नया लिंक इसी पते पर भेजा जाएगा।',
    }),
    passwordChanged: ({ firstName, at, signInLink }, brand) => ({
      subject: `आपका ${brand} पासवर्ड बदला गया`,
      heading: 'आपका पासवर्ड बदला गया',
      paragraphs: [
        greeting(firstName),
        `आपके खाते का पासवर्ड ${at} को बदला गया। बाक़ी सभी जगहों से आपको साइन आउट कर दिया गया है।`,
      ],
      action: { label: 'साइन इन करें', url: signInLink },
      footnote: 'यदि यह आप नहीं थे, तो अभी अपना पासवर्ड रीसेट करें और अपने एडमिन को बताएँ।',
    }),
    emailChanged: ({ firstName, at, newEmail }, brand) => ({
      subject: `आपके ${brand} खाते का पता बदला गया`,
      heading: 'आपका ईमेल पता बदला गया',
      paragraphs: [
        greeting(firstName),
        `${at} को आपके खाते का ईमेल पता बदलकर ${newEmail} किया गया। अब साइन इन उसी पते से होता है, और कोड और संदेश वहीं जाते हैं।`,
      ],
      footnote: 'यदि यह आप नहीं थे, तो अपनी कंपनी के किसी दूसरे सुपर एडमिन को तुरंत बताएँ: इस पते से खाता अब नहीं खुलता।',
    }),
    signInFactorChanged: ({ firstName, change, detail, at, signInLink }, brand) => ({
      subject: `आपका ${brand} साइन इन बदला गया`,
      heading: 'आपका साइन इन बदला गया',
      paragraphs: [greeting(firstName), factorChanges[change](detail), `समय: ${at}।`],
      action: { label: 'साइन इन करें', url: signInLink },
      footnote: 'यदि यह आप नहीं थे, तो अभी अपना पासवर्ड बदलें और अपने एडमिन को बताएँ।',
    }),
    notice: ({ title, text, link }) => ({
      subject: title,
      heading: title,
      paragraphs: [text],
      ...(link === undefined ? {} : { action: link }),
    }),
    mailsOffered: ({ purpose, inviter, link }, brand) => ({
      subject: `${brand}: ${offers[purpose].subject}`,
      heading: offers[purpose].heading,
      paragraphs: [
        `${inviter === '' ? brand : `${brand} के ${inviter}`} इस पते पर ${offers[purpose].what} भेजना चाहते हैं।`,
        offers[purpose].why,
        'आपकी सहमति के बिना इसमें से कुछ नहीं भेजा जाता। हाँ या ना कहने के लिए पेज खोलें।',
      ],
      action: { label: 'सहमति दें या मना करें', url: link },
      footnote: `यदि आप ${brand} को नहीं जानते, तो उस पेज पर मना करें: फिर आपसे दोबारा नहीं पूछा जाएगा। यदि आप कुछ न करें, तो कुछ नहीं भेजा जाएगा।`,
    }),
    scheduledReport: (report, brand) => ({
      subject: `${report.isTest ? 'जाँच: ' : ''}${reportAndSite(report)}, ${report.period}`,
      heading: report.report,
      paragraphs: [
        `${report.site ?? 'सभी साइटें'}। ${report.period}। समय ${report.timeZone} के अनुसार।`,
        ...(report.rows === 0 ? ['इस अवधि में ऐसा कुछ नहीं हुआ जो रिपोर्ट में आता।'] : report.figures),
        ...(report.skipped === 0
          ? []
          : [
              `पहले की ${report.skipped} रिपोर्टें नहीं भेजी गईं, क्योंकि उनके समय पर सिस्टम बंद था। इस रिपोर्ट में केवल ऊपर लिखी अवधि है।`,
            ]),
        report.isAttached ? 'फ़ाइलें संलग्न हैं। वे लिंक पर भी मिलेंगी।' : 'फ़ाइलें मेल के लिए बहुत बड़ी हैं। वे लिंक पर मिलेंगी।',
      ],
      action: { label: 'रिपोर्ट खोलें', url: report.link },
      footnote: [
        report.isTest
          ? 'यह जाँच केवल आपको भेजी गई है।'
          : `यह आपको इसलिए भेजी गई कि यह पता ${brand} की इस रिपोर्ट की सूची में है।`,
        `लिंक बिना साइन इन के ${report.linkDays} दिन तक काम करता है। जिसके पास लिंक है, वह रिपोर्ट खोल सकता है।`,
      ].join(' '),
      ...(report.head === null ? {} : { seal: sealIn('hi', report.head) }),
      ...(report.unsubscribeLink === null
        ? {}
        : { footLink: { label: 'मुझे यह रिपोर्ट अब न भेजें', url: report.unsubscribeLink } }),
    }),
    logHead: ({ day, head, stampLink, stopLink }, brand) => ({
      subject: `${brand}: रिकॉर्ड की मुहर, ${day}`,
      heading: `${day} की मुहर`,
      paragraphs: [
        `${day} शुरू होते समय (UTC) ${brand} के गश्त रिकॉर्ड ऐसे थे। आपको बस यह मेल सँभालकर रखनी है।`,
        'यदि कभी रिकॉर्ड पर विवाद हो, तो आपकी मेल दिखाती है कि इस दिन उनमें जो था वह बाद में बदला गया या नहीं।',
      ],
      ...(stampLink === null ? {} : { action: { label: 'एक स्वतंत्र प्राधिकरण की समय-मुहर', url: stampLink } }),
      footnote: `यह आपको दिन में एक बार भेजी जाती है, क्योंकि आपने ${brand} का साक्षी बनने की सहमति दी है।`,
      seal: sealIn('hi', head),
      footLink: { label: 'ये मेल बंद करें', url: stopLink },
    }),
  },
  sentBy: (brand) => `${brand} की ओर से भेजा गया।`,
};
