import type { enTrust } from './en-trust.ts';

export const hiTrust: Readonly<Record<keyof typeof enTrust, string>> = {
  'trust.teleport': 'असंभव दूरी',
  'trust.teleportWhy':
    'पिछले स्कैन से {duration} में {metres} मी., यानी {speed} कि.मी. प्रति घंटा; {limit} से तेज़ कोई यात्रा नहीं करता।',
  'trust.tooFastOf': 'पिछले स्कैन से {duration} में {metres} मी., यानी {speed} मी. प्रति सेकंड; {limit} तक सामान्य है।',
  'trust.sharedDevice': 'साझा फ़ोन',
  'trust.sharedDeviceWhy':
    'इसी फ़ोन से {duration} पहले या बाद में दूसरे गार्ड ने स्कैन किया; दो गार्डों के बीच {limit} सामान्य है।',
  'trust.staleCode': 'कोड का समय बीत चुका',
  'trust.staleCodeWhy': 'स्कैन के समय स्क्रीन पर बदलता कोड कोई और था।',
  'trust.staleCodeOf': 'बदलता कोड स्कैन के समय से {duration} पहले या बाद में दिखाया गया; {limit} तक सामान्य है।',
  'trust.printedCode': 'छपा हुआ कोड',
  'trust.printedCodeWhy': 'इस चेकपॉइंट पर स्क्रीन बदलते कोड दिखाती है, पर स्कैन छपे हुए कोड से आया।',
  'trust.clockAhead': 'फ़ोन की घड़ी {duration} आगे थी; {limit} तक सामान्य है।',
  'trust.clockBehind': 'फ़ोन की घड़ी {duration} पीछे थी; {limit} तक सामान्य है।',
  'trust.outsideRadiusOf': '{metres} मी. दूर, दायरा {radius} मी., सटीकता {accuracy} मी.।',
  'trust.score': 'अंक',
  'trust.scoreOf': '100 में से {score}',
  'trust.scoreRound': 'भरोसा',
  'trust.scoreHelp': 'इस गश्त के स्कैन पर भरोसा: जाँच का कोई कारण न हो तो 100, हर कारण से कम।',
  'trust.filter': 'जाँच का कारण',
  'trust.anyRound': 'सभी गश्तें',
  'trust.anyDoubt': 'कोई भी कारण',
};
