// What a notification says, in the reader's language.
import { defaultLanguage } from '@watchpost/domain/limits';
import type { NoticeKind } from '@watchpost/domain/notice-kinds';
import { incidentTexts } from './incident-texts.ts';
import { languageOf, localeOf } from '@watchpost/domain/languages';

type Params = Readonly<Record<string, string | number>>;

/** The time in the same digits in every language, as consoles show it, and the day in the reader's; '' without a time. */
function dueText({ dueAtMs, timeZone, hourCycle }: Params, language: string): string {
  if (typeof dueAtMs !== 'number' || typeof timeZone !== 'string') return '';
  const counted = hourCycle === 'h23' ? 'h23' : 'h12';
  const clock = new Intl.DateTimeFormat('en-US', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: counted,
    timeZone,
  });
  const locale = localeOf(languageOf(language) ?? 'en');
  const day = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone });
  return `${clock.format(dueAtMs).replace(/\s/, ' ')}, ${day.format(dueAtMs)}`;
}

interface Text {
  readonly title: string;
  /** Places in braces are filled in from the notice's parameters. */
  readonly message: string;
}
interface Wording extends Text {
  /** In place of the message where the notice says when the round was due. */
  readonly timed?: string;
  /** In place of both for a reader to whom it happened on the very device that it is read on. */
  readonly here?: Text;
}
type Texts = Readonly<Record<NoticeKind, Wording>>;

const en: Texts = {
  sosRaised: { title: 'SOS', message: '{guard} called for help at {site}.' },
  incidentReported: { title: 'Incident', message: '{incident} was reported at {site}.' },
  roundNotBegun: {
    title: 'Round not started',
    message: 'No one has started the round of {route} at {site}; minutes until it is missed: {minutes}.',
    timed:
      'No one has started the round of {route} at {site}, due at {due} (site time); minutes until it is missed: {minutes}.',
  },
  roundMissed: {
    title: 'Round missed',
    message: 'The round of {route} at {site} was not walked.',
    timed: 'The round of {route} at {site}, due at {due} (site time), was not walked.',
  },
  roundLate: {
    title: 'Round late',
    message: 'The round of {route} at {site} is late; minutes since it began: {minutes}.',
    timed:
      'The round of {route} at {site} was to end by {due} (site time) and is late; minutes since it began: {minutes}.',
  },
  roundIncompleted: {
    title: 'Round not completed',
    message: '{guard} ended {route} at {site} with {scanned} of {total} checkpoints scanned.',
  },
  exceptionAssigned: {
    title: 'Exception assigned to you',
    message: '{by} gave you exceptions to see to: {count}. The first is {route} at {site}.',
  },
  newSignIn: {
    title: 'New sign-in',
    message: '{device}, {address}. Not you? Change your password.',
    here: { title: 'First sign-in on this browser', message: '{device}, {address}' },
  },
  passwordChanged: {
    title: 'Password changed',
    message:
      'Your password was changed on {device}, address {address}. If it was not you, tell a super admin at once.',
  },
  accountDeactivated: { title: 'Account deactivated', message: 'The account of {account} was deactivated.' },
  evidenceLogBroken: {
    title: 'Evidence log broken',
    message:
      'The log of evidence was cut or rewritten behind the product. Nothing is sealed until the person who runs the server has looked into it.',
  },
};

const hi: Texts = {
  sosRaised: { title: 'आपात पुकार', message: '{guard} ने {site} पर मदद माँगी है।' },
  incidentReported: { title: 'घटना', message: '{site} पर {incident} की सूचना मिली है।' },
  roundNotBegun: {
    title: 'गश्त शुरू नहीं हुई',
    message: '{site} पर {route} की गश्त किसी ने शुरू नहीं की; छूटने में मिनट: {minutes}।',
    timed: '{site} पर {route} की गश्त किसी ने शुरू नहीं की; तय समय: {due} (साइट का समय); छूटने में मिनट: {minutes}।',
  },
  roundMissed: {
    title: 'गश्त छूटी',
    message: '{site} पर {route} की गश्त नहीं हुई।',
    timed: '{site} पर {route} की गश्त नहीं हुई; तय समय: {due} (साइट का समय)।',
  },
  roundLate: {
    title: 'गश्त में देरी',
    message: '{site} पर {route} की गश्त में देरी है; शुरू होने के बाद मिनट: {minutes}।',
    timed:
      '{site} पर {route} की गश्त में देरी है; पूरी होने का तय समय: {due} (साइट का समय); शुरू होने के बाद मिनट: {minutes}।',
  },
  roundIncompleted: {
    title: 'गश्त अधूरी रही',
    message: '{guard} ने {site} पर {route} की गश्त समाप्त की; {total} में से {scanned} चेकपॉइंट स्कैन हुए।',
  },
  exceptionAssigned: {
    title: 'अपवाद आपको सौंपा गया',
    message: '{by} ने आपको अपवाद सौंपे हैं: {count}। पहला {site} पर {route} का है।',
  },
  newSignIn: {
    title: 'नया साइन-इन',
    message: '{device}, {address}। आप नहीं थे? अपना पासवर्ड बदलें।',
    here: { title: 'इस ब्राउज़र पर पहला साइन-इन', message: '{device}, {address}' },
  },
  passwordChanged: {
    title: 'पासवर्ड बदला गया',
    message:
      'आपका पासवर्ड {device} पर बदला गया, पता {address}। यदि यह आप नहीं थे, तो तुरंत किसी सुपर एडमिन को बताएँ।',
  },
  accountDeactivated: { title: 'खाता निष्क्रिय', message: '{account} का खाता निष्क्रिय किया गया।' },
  evidenceLogBroken: {
    title: 'साक्ष्य लॉग टूटा है',
    message:
      'साक्ष्य लॉग को सॉफ़्टवेयर के बाहर से काटा या फिर से लिखा गया। जब तक सर्वर चलाने वाला जाँच न कर ले, किसी रिकॉर्ड पर मुहर नहीं लगेगी।',
  },
};

const mr: Texts = {
  sosRaised: { title: 'तातडीची हाक', message: '{guard} यांनी {site} येथे मदत मागितली आहे.' },
  incidentReported: { title: 'घटना', message: '{site} येथे {incident} नोंदवले गेले आहे.' },
  roundNotBegun: {
    title: 'गस्त सुरू झाली नाही',
    message: '{site} येथील {route} ची गस्त कोणी सुरू केलेली नाही; चुकण्यास मिनिटे: {minutes}.',
    timed:
      '{site} येथील {route} ची गस्त कोणी सुरू केलेली नाही; ठरलेली वेळ: {due} (साइटची वेळ); चुकण्यास मिनिटे: {minutes}.',
  },
  roundMissed: {
    title: 'गस्त चुकली',
    message: '{site} येथील {route} ची गस्त झाली नाही.',
    timed: '{site} येथील {route} ची गस्त झाली नाही; ठरलेली वेळ: {due} (साइटची वेळ).',
  },
  roundLate: {
    title: 'गस्तीला उशीर',
    message: '{site} येथील {route} च्या गस्तीला उशीर झाला आहे; सुरू झाल्यापासून मिनिटे: {minutes}.',
    timed:
      '{site} येथील {route} च्या गस्तीला उशीर झाला आहे; संपण्याची ठरलेली वेळ: {due} (साइटची वेळ); सुरू झाल्यापासून मिनिटे: {minutes}.',
  },
  roundIncompleted: {
    title: 'गस्त अपूर्ण राहिली',
    message: '{guard} यांनी {site} येथील {route} ची गस्त संपवली; {total} पैकी {scanned} चेकपॉइंट स्कॅन झाले.',
  },
  exceptionAssigned: {
    title: 'अपवाद तुमच्याकडे सोपवला',
    message: '{by} यांनी तुमच्याकडे अपवाद सोपवले आहेत: {count}. पहिला {site} येथील {route} चा आहे.',
  },
  newSignIn: {
    title: 'नवीन साइन-इन',
    message: '{device}, {address}. तुम्ही नव्हता? तुमचा पासवर्ड बदला.',
    here: { title: 'या ब्राउझरवर पहिले साइन-इन', message: '{device}, {address}' },
  },
  passwordChanged: {
    title: 'पासवर्ड बदलला',
    message: 'तुमचा पासवर्ड {device} वर बदलला गेला, पत्ता {address}. ते तुम्ही नसाल तर लगेच एखाद्या सुपर अॅडमिनला सांगा.',
  },
  accountDeactivated: { title: 'खाते निष्क्रिय', message: '{account} यांचे खाते निष्क्रिय केले गेले.' },
  evidenceLogBroken: {
    title: 'पुरावा लॉग तुटला आहे',
    message:
      'पुरावा लॉग सॉफ्टवेअरच्या बाहेरून कापला किंवा पुन्हा लिहिला गेला. सर्व्हर चालवणारा तपासणी करेपर्यंत कोणत्याही नोंदीवर मोहर लागणार नाही.',
  },
};

export const noticeTexts: Readonly<Record<string, Texts>> = { en, hi, mr };

/**
 * `language` is a BCP 47 tag; one that is not spoken here is answered in the default language. `isHere` where the reader's own
 * device is the one that the notice is about.
 */
export function noticeText(
  kind: NoticeKind,
  params: Readonly<Record<string, string | number>>,
  language: string,
  isHere = false,
): Text {
  const spoken = language.toLowerCase().split('-')[0] ?? '';
  const tongue = Object.hasOwn(noticeTexts, spoken) ? spoken : defaultLanguage;
  const wording = (noticeTexts[tongue] ?? en)[kind];
  const { title, message, timed } = { ...wording, ...(isHere ? wording.here : {}) };
  const due = dueText(params, tongue);
  const filled = kind === 'incidentReported' ? withIncident(params, tongue) : { ...params, due };
  const text = due === '' ? message : (timed ?? message);
  return { title, message: text.replaceAll(/\{(\w+)\}/g, (_all, name: string) => valueOf(filled, name)) };
}

/** The type of an incident in words of the language; what is no type of ours stays as it is. */
function withIncident(params: Readonly<Record<string, string | number>>, language: string) {
  const type = valueOf(params, 'incident');
  const { types } = incidentTexts(language);
  return { ...params, incident: Object.hasOwn(types, type) ? (types[type] ?? type) : type };
}

function valueOf(params: Readonly<Record<string, string | number>>, name: string): string {
  return String(Object.hasOwn(params, name) ? params[name] : '');
}
