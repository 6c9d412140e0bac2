// The seal of the records as mails show it: a note that tools of others read, and what it is good for.
import type { Language } from '@watchpost/domain/languages';
import { localeOf } from '@watchpost/domain/languages';
import type { MailedHead, MailSeal } from '../mail-content.ts';

const texts: Readonly<Record<Language, (size: string) => Pick<MailSeal, 'title' | 'text' | 'keyLabel'>>> = {
  en: (size) => ({
    title: `Seal of the first ${size} records`,
    text: 'Keep this mail. With the lines below anybody can show later whether one of these records was changed or removed.',
    keyLabel: 'Key of the seal',
  }),
  hi: (size) => ({
    title: `पहले ${size} रिकॉर्ड की मुहर`,
    text: 'यह मेल सँभालकर रखें। नीचे की पंक्तियों से कोई भी बाद में दिखा सकता है कि इनमें से कोई रिकॉर्ड बदला या हटाया गया या नहीं।',
    keyLabel: 'मुहर की कुंजी',
  }),
  mr: (size) => ({
    title: `पहिल्या ${size} नोंदींची मोहर`,
    text: 'हे मेल जपून ठेवा. खालील ओळींवरून नंतर कोणीही दाखवू शकतो की यांतील एखादी नोंद बदलली किंवा काढली गेली का.',
    keyLabel: 'मोहरेची किल्ली',
  }),
};

export function sealIn(language: Language, { size, note, verifierKey }: MailedHead): MailSeal {
  return { ...texts[language](size.toLocaleString(localeOf(language))), note, key: verifierKey };
}
