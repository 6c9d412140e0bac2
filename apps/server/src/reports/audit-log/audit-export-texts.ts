// Title and headings of the exported log in the reader's language; no clause fixes them.
import { type Language, languageOf } from '@watchpost/domain/languages';
import { defaultLanguage } from '@watchpost/domain/limits';

const english = {
  title: 'Audit Log',
  time: 'Time',
  actor: 'Done By',
  role: 'Role',
  action: 'Action',
  subjectType: 'Done To',
  subject: 'Name',
  before: 'Before',
  after: 'After',
  address: 'Address',
  agent: 'Browser',
  subjectId: 'Record ID',
  actorId: 'User ID',
  requestId: 'Request ID',
  id: 'Entry ID',
};
export type AuditExportTexts = Readonly<typeof english>;

const text: Readonly<Record<Language, AuditExportTexts>> = {
  en: english,
  hi: {
    title: 'ऑडिट लॉग',
    time: 'समय',
    actor: 'किसने किया',
    role: 'भूमिका',
    action: 'कार्रवाई',
    subjectType: 'किस पर',
    subject: 'नाम',
    before: 'पहले',
    after: 'बाद में',
    address: 'पता',
    agent: 'ब्राउज़र',
    subjectId: 'रिकॉर्ड आईडी',
    actorId: 'उपयोगकर्ता आईडी',
    requestId: 'अनुरोध आईडी',
    id: 'प्रविष्टि आईडी',
  },
  mr: {
    title: 'ऑडिट लॉग',
    time: 'वेळ',
    actor: 'कोणी केले',
    role: 'भूमिका',
    action: 'कृती',
    subjectType: 'कशावर',
    subject: 'नाव',
    before: 'आधी',
    after: 'नंतर',
    address: 'पत्ता',
    agent: 'ब्राउझर',
    subjectId: 'रेकॉर्ड आयडी',
    actorId: 'वापरकर्ता आयडी',
    requestId: 'विनंती आयडी',
    id: 'नोंद आयडी',
  },
};

/** `language` is a BCP 47 tag; one that is not spoken here is answered in the default language. */
export const auditExportTexts = (language: string): AuditExportTexts =>
  text[languageOf(language) ?? defaultLanguage];
