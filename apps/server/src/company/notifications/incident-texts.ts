// What the types, severities and statuses of incidents are called in messages and documents.
import { type Language, languageOf } from '@watchpost/domain/languages';
import { defaultLanguage } from '@watchpost/domain/limits';

export interface IncidentTexts {
  readonly types: Readonly<Record<string, string>>;
  readonly severities: Readonly<Record<string, string>>;
  readonly statuses: Readonly<Record<string, string>>;
}

const texts: Readonly<Record<Language, IncidentTexts>> = {
  en: {
    types: {
      theft: 'Theft',
      intrusion: 'Intrusion',
      suspiciousPerson: 'Suspicious person',
      disturbance: 'Disturbance',
      damage: 'Damage',
      fire: 'Fire or smoke',
      medical: 'Medical emergency',
      safetyHazard: 'Safety hazard',
      equipmentFault: 'Equipment fault',
      other: 'Other incident',
    },
    severities: { low: 'Low', medium: 'Medium', high: 'High', critical: 'Critical' },
    statuses: { New: 'New', Attended: 'Attended', Closed: 'Closed' },
  },
  hi: {
    types: {
      theft: 'चोरी',
      intrusion: 'घुसपैठ',
      suspiciousPerson: 'संदिग्ध व्यक्ति',
      disturbance: 'उपद्रव',
      damage: 'तोड़फोड़',
      fire: 'आग या धुआँ',
      medical: 'चिकित्सा आपातस्थिति',
      safetyHazard: 'सुरक्षा जोखिम',
      equipmentFault: 'उपकरण की ख़राबी',
      other: 'अन्य घटना',
    },
    severities: { low: 'कम', medium: 'मध्यम', high: 'अधिक', critical: 'गंभीर' },
    statuses: { New: 'नई', Attended: 'देखी जा रही', Closed: 'बंद' },
  },
  mr: {
    types: {
      theft: 'चोरी',
      intrusion: 'घुसखोरी',
      suspiciousPerson: 'संशयित व्यक्ती',
      disturbance: 'गोंधळ',
      damage: 'तोडफोड',
      fire: 'आग किंवा धूर',
      medical: 'वैद्यकीय आपत्कालीन स्थिती',
      safetyHazard: 'सुरक्षेचा धोका',
      equipmentFault: 'उपकरणातील बिघाड',
      other: 'इतर घटना',
    },
    severities: { low: 'कमी', medium: 'मध्यम', high: 'जास्त', critical: 'गंभीर' },
    statuses: { New: 'नवीन', Attended: 'लक्ष घातले', Closed: 'बंद' },
  },
};

/** `language` is a BCP 47 tag; one that is not spoken here is answered in the default language. */
export function incidentTexts(language: string): IncidentTexts {
  return texts[languageOf(language) ?? languageOf(defaultLanguage) ?? 'en'];
}
