import type { ConsentPurpose } from '@watchpost/domain/mail-consents';
import type { FactorChange } from '@watchpost/domain/sign-in-factors';
import { type MailTexts, type OfferTexts, reportAndSite } from '../mail-content.ts';
import { sealIn } from './log-heads.ts';

const greeting = (firstName: string): string => (firstName === '' ? 'नमस्कार,' : `नमस्कार ${firstName},`);

const factorChanges: Readonly<Record<FactorChange, (detail: string) => string>> = {
  authenticatorAdded: () => 'तुमच्या खात्यात ऑथेंटिकेटर ॲप जोडले गेले.',
  authenticatorRemoved: () => 'तुमच्या खात्याचे ऑथेंटिकेटर ॲप काढले गेले.',
  passkeyAdded: (detail) => `तुमच्या खात्यात “${detail}” ही पासकी जोडली गेली.`,
  passkeyRenamed: (detail) => `तुमच्या खात्यातील एका पासकीचे नाव आता “${detail}” आहे.`,
  passkeyRemoved: (detail) => `तुमच्या खात्यातील “${detail}” ही पासकी काढली गेली.`,
  codesMade: () => 'तुमच्या खात्यासाठी नवे रिकव्हरी कोड तयार केले. आधीचे कोड आता चालत नाहीत.',
  codeUsed: (detail) => `कोणीतरी रिकव्हरी कोडने तुमच्या खात्यात साइन इन केले. उरलेले कोड: ${detail}.`,
  reset: () => 'एका ॲडमिनने तुमच्या खात्याच्या सर्व दुसऱ्या पायऱ्या काढल्या. नव्या जोडेपर्यंत फक्त पासवर्डने साइन इन होईल.',
};

const offers: Readonly<Record<ConsentPurpose, OfferTexts>> = {
  scheduledReports: {
    subject: 'आम्ही तुम्हाला गस्तीचे अहवाल पाठवू का?',
    heading: 'तुम्हाला गस्तीचे अहवाल हवे आहेत का?',
    what: 'त्यांच्या सुरक्षा गस्तीचे अहवाल',
    why: 'त्यांत फेऱ्या, घटना आणि जे चुकले ते असते.',
  },
  logHeads: {
    subject: 'आम्ही तुम्हाला आमच्या नोंदींच्या मोहरा पाठवू का?',
    heading: 'तुम्हाला नोंदींचे साक्षीदार व्हायचे आहे का?',
    what: 'त्यांच्या गस्तीच्या नोंदींची रोजची मोहर',
    why: 'नोंदींत काही बदलले नाही हे या मोहरांवरून तुम्ही नंतर दाखवू शकता.',
  },
};

export const mr: MailTexts = {
  templates: {
    passwordReset: ({ firstName, code, link, minutes }, brand) => ({
      subject: `तुमचा ${brand} पासवर्ड पुन्हा सेट करा`,
      heading: 'तुमचा पासवर्ड पुन्हा सेट करा',
      paragraphs: [
        greeting(firstName),
        'कोणीतरी तुमच्या खात्यासाठी नवीन पासवर्ड मागितला आहे. हा कोड कन्सोलमध्ये लिहा, किंवा लिंक उघडा.',
        `दोन्ही एकदाच आणि ${minutes} मिनिटांपर्यंत चालतात.`,
      ],
      code,
      action: { label: 'नवीन पासवर्ड ठरवा', url: link },
      footnote: 'ते तुम्ही नसाल तर काहीही करू नका: तुमचा पासवर्ड तोच राहील.',
    }),
    invitation: ({ firstName, inviter, site, link, days }, brand) => ({
      subject: `तुमचे ${brand} खाते`,
      heading: 'तुम्हाला आमंत्रण आहे',
      paragraphs: [
        greeting(firstName),
        `${inviter} तुम्हाला ${brand} मध्ये ${site} हे ठिकाण सांभाळण्यासाठी आमंत्रित करत आहेत.`,
        `लिंक उघडा आणि पासवर्ड निवडा. ती एकदाच आणि ${days} दिवस चालते.`,
      ],
      action: { label: 'पासवर्ड निवडा', url: link },
      footnote:
        'लिंकची मुदत संपली असेल, तर साइन-इन पानावर “पासवर्ड विसरलात?” निवडा: नवी लिंक याच पत्त्यावर पाठवली जाईल.',
    }),
    passwordChanged: ({ firstName, at, signInLink }, brand) => ({
      subject: `तुमचा ${brand} पासवर्ड बदलला गेला`,
      heading: 'तुमचा पासवर्ड बदलला गेला',
      paragraphs: [
        greeting(firstName),
        `तुमच्या खात्याचा पासवर्ड ${at} रोजी बदलला गेला. इतर सर्व ठिकाणी तुम्हाला साइन आउट केले आहे.`,
      ],
      action: { label: 'साइन इन करा', url: signInLink },
      footnote: 'ते तुम्ही नसाल तर आत्ताच तुमचा पासवर्ड पुन्हा सेट करा आणि तुमच्या ॲडमिनला सांगा.',
    }),
    emailChanged: ({ firstName, at, newEmail }, brand) => ({
      subject: `तुमच्या ${brand} खात्याचा पत्ता बदलला गेला`,
      heading: 'तुमचा ईमेल पत्ता बदलला गेला',
      paragraphs: [
        greeting(firstName),
        `${at} रोजी तुमच्या खात्याचा ईमेल पत्ता बदलून ${newEmail} केला गेला. आता साइन इन त्याच पत्त्याने होते, आणि कोड व संदेश तिथेच जातात.`,
      ],
      footnote: 'ते तुम्ही नसाल तर तुमच्या कंपनीच्या दुसऱ्या सुपर ॲडमिनला लगेच सांगा: या पत्त्याने खाते आता उघडत नाही.',
    }),
    signInFactorChanged: ({ firstName, change, detail, at, signInLink }, brand) => ({
      subject: `तुमचे ${brand} साइन इन बदलले गेले`,
      heading: 'तुमचे साइन इन बदलले गेले',
      paragraphs: [greeting(firstName), factorChanges[change](detail), `वेळ: ${at}.`],
      action: { label: 'साइन इन करा', url: signInLink },
      footnote: 'ते तुम्ही नसाल तर आत्ताच तुमचा पासवर्ड बदला आणि तुमच्या ॲडमिनला सांगा.',
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
        `${inviter === '' ? brand : `${brand} चे ${inviter}`} या पत्त्यावर ${offers[purpose].what} पाठवू इच्छितात.`,
        offers[purpose].why,
        'तुमच्या संमतीशिवाय यातले काहीही पाठवले जात नाही. हो किंवा नाही सांगण्यासाठी पान उघडा.',
      ],
      action: { label: 'संमती द्या किंवा नकार द्या', url: link },
      footnote: `तुम्ही ${brand} ला ओळखत नसाल, तर त्या पानावर नकार द्या: मग तुम्हाला पुन्हा विचारले जाणार नाही. तुम्ही काहीच केले नाही, तर काहीही पाठवले जाणार नाही.`,
    }),
    scheduledReport: (report, brand) => ({
      subject: `${report.isTest ? 'चाचणी: ' : ''}${reportAndSite(report)}, ${report.period}`,
      heading: report.report,
      paragraphs: [
        `${report.site ?? 'सर्व साइट'}. ${report.period}. वेळा ${report.timeZone} प्रमाणे.`,
        ...(report.rows === 0 ? ['या काळात अहवालात येईल असे काही घडले नाही.'] : report.figures),
        ...(report.skipped === 0
          ? []
          : [
              `आधीचे ${report.skipped} अहवाल पाठवले गेले नाहीत, कारण त्यांच्या वेळी सिस्टम बंद होती. या अहवालात फक्त वर लिहिलेला काळ आहे.`,
            ]),
        report.isAttached
          ? 'फाइल्स सोबत जोडल्या आहेत. त्या लिंकवरही मिळतील.'
          : 'फाइल्स मेलसाठी खूप मोठ्या आहेत. त्या लिंकवर मिळतील.',
      ],
      action: { label: 'अहवाल उघडा', url: report.link },
      footnote: [
        report.isTest
          ? 'ही चाचणी फक्त तुम्हाला पाठवली आहे.'
          : `हा पत्ता ${brand} च्या या अहवालाच्या यादीत असल्याने हा तुम्हाला पाठवला आहे.`,
        `लिंक साइन इन न करता ${report.linkDays} दिवस चालते. ज्याच्याकडे लिंक आहे तो अहवाल उघडू शकतो.`,
      ].join(' '),
      ...(report.head === null ? {} : { seal: sealIn('mr', report.head) }),
      ...(report.unsubscribeLink === null
        ? {}
        : { footLink: { label: 'मला हा अहवाल यापुढे पाठवू नका', url: report.unsubscribeLink } }),
    }),
    logHead: ({ day, head, stampLink, stopLink }, brand) => ({
      subject: `${brand}: नोंदींची मोहर, ${day}`,
      heading: `${day} ची मोहर`,
      paragraphs: [
        `${day} सुरू होताना (UTC) ${brand} च्या गस्तीच्या नोंदी अशा होत्या. तुम्हाला फक्त हे मेल जपून ठेवायचे आहे.`,
        'नोंदींबद्दल कधी वाद झाला, तर या दिवशी त्यांत जे होते ते नंतर बदलले का हे तुमचे मेल दाखवते.',
      ],
      ...(stampLink === null ? {} : { action: { label: 'स्वतंत्र प्राधिकरणाची वेळेची मोहर', url: stampLink } }),
      footnote: `तुम्ही ${brand} चे साक्षीदार होण्यास संमती दिल्याने हे दिवसातून एकदा पाठवले जाते.`,
      seal: sealIn('mr', head),
      footLink: { label: 'हे मेल थांबवा', url: stopLink },
    }),
  },
  sentBy: (brand) => `${brand} कडून पाठवले.`,
};
