import type { enTrust } from './en-trust.ts';

export const hiTrust: Readonly<Record<keyof typeof enTrust, string>> = {
  'trust.teleport': 'असंभव दूरी',
  'trust.sharedDevice': 'साझा फ़ोन',
  'trust.staleCode': 'कोड का समय बीत चुका',
  'trust.printedCode': 'छपा हुआ कोड',
  'trust.methodNotAllowed': 'स्कैन का तरीका मान्य नहीं',
  'trust.weakPosition': 'स्थान की पुष्टि नहीं',
  'trust.sharedCode': 'स्क्रीन का कोड दो बार',
  'trust.fromFuture': 'पहुँचने के बाद का समय',
  'trust.phoneClock': 'फ़ोन की घड़ी में {time} था',
  'trust.phoneClockNone': 'फ़ोन की घड़ी में कोई तारीख नहीं थी',
  'trust.sentLate': 'देर से भेजा गया',
  'trust.sentLateAt': 'देर से भेजा, {time} को पहुँचा',
  'trust.exportLate': 'देर से भेजी गश्तें (.{type})',
  'trust.score': 'अंक',
  'trust.scoreOf': '100 में से {score}',
  'trust.scoreRound': 'भरोसा',
  'trust.scoreHelp': 'इस गश्त के स्कैन पर भरोसा: जाँच का कोई कारण न हो तो 100, हर कारण से कम।',
  'trust.filter': 'जाँच का कारण',
  'trust.anyRound': 'सभी गश्तें',
  'trust.anyDoubt': 'कोई भी कारण',
};
