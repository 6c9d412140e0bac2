import type { enTrust } from './en-trust.ts';

export const mrTrust: Readonly<Record<keyof typeof enTrust, string>> = {
  'trust.teleport': 'अशक्य अंतर',
  'trust.sharedDevice': 'सामायिक फोन',
  'trust.staleCode': 'कोडची वेळ संपलेली',
  'trust.printedCode': 'छापील कोड',
  'trust.methodNotAllowed': 'स्कॅनची पद्धत मान्य नाही',
  'trust.weakPosition': 'स्थानाची खात्री नाही',
  'trust.sharedCode': 'स्क्रीनचा कोड दोनदा',
  'trust.fromFuture': 'पोहोचल्यानंतरची वेळ',
  'trust.phoneClock': 'फोनच्या घड्याळात {time} होते',
  'trust.phoneClockNone': 'फोनच्या घड्याळात कोणतीही तारीख नव्हती',
  'trust.sentLate': 'उशिरा पाठवले',
  'trust.sentLateAt': 'उशिरा पाठवले, {time} ला पोहोचले',
  'trust.exportLate': 'उशिरा पाठवलेल्या गस्ती (.{type})',
  'trust.score': 'गुण',
  'trust.scoreOf': '100 पैकी {score}',
  'trust.scoreRound': 'विश्वास',
  'trust.scoreHelp': 'या गस्तीच्या स्कॅनवरचा विश्वास: तपासण्याचे कारण नसेल तर 100, प्रत्येक कारणाने कमी.',
  'trust.filter': 'तपासण्याचे कारण',
  'trust.anyRound': 'सर्व गस्ती',
  'trust.anyDoubt': 'कोणतेही कारण',
};
