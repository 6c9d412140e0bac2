import type { enTrust } from './en-trust.ts';

export const mrTrust: Readonly<Record<keyof typeof enTrust, string>> = {
  'trust.teleport': 'अशक्य अंतर',
  'trust.teleportWhy':
    'आधीच्या स्कॅनपासून {duration} मध्ये {metres} मी., म्हणजे ताशी {speed} कि.मी.; {limit} पेक्षा वेगाने कोणी प्रवास करत नाही.',
  'trust.tooFastOf':
    'आधीच्या स्कॅनपासून {duration} मध्ये {metres} मी., म्हणजे सेकंदाला {speed} मी.; {limit} पर्यंत नेहमीचे.',
  'trust.sharedDevice': 'सामायिक फोन',
  'trust.sharedDeviceWhy': 'याच फोनने {duration} आधी किंवा नंतर दुसऱ्या गार्डने स्कॅन केले; दोन गार्डमध्ये {limit} नेहमीचे.',
  'trust.staleCode': 'कोडची वेळ संपलेली',
  'trust.staleCodeWhy': 'स्कॅनच्या वेळी स्क्रीनवरचा बदलता कोड वेगळा होता.',
  'trust.staleCodeOf': 'बदलता कोड स्कॅनच्या वेळेपेक्षा {duration} आधी किंवा नंतर दाखवला गेला; {limit} पर्यंत नेहमीचे.',
  'trust.printedCode': 'छापील कोड',
  'trust.printedCodeWhy': 'या चेकपॉइंटवर स्क्रीन बदलते कोड दाखवते, पण स्कॅन छापील कोडने आले.',
  'trust.clockAhead': 'फोनचे घड्याळ {duration} पुढे होते; {limit} पर्यंत नेहमीचे.',
  'trust.clockBehind': 'फोनचे घड्याळ {duration} मागे होते; {limit} पर्यंत नेहमीचे.',
  'trust.outsideRadiusOf': '{metres} मी. दूर, परीघ {radius} मी., अचूकता {accuracy} मी.',
  'trust.score': 'गुण',
  'trust.scoreOf': '100 पैकी {score}',
  'trust.scoreRound': 'विश्वास',
  'trust.scoreHelp': 'या गस्तीच्या स्कॅनवरचा विश्वास: तपासण्याचे कारण नसेल तर 100, प्रत्येक कारणाने कमी.',
  'trust.filter': 'तपासण्याचे कारण',
  'trust.anyRound': 'सर्व गस्ती',
  'trust.anyDoubt': 'कोणतेही कारण',
};
