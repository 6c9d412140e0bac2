import type { enTrustSettings } from './en-trust-settings.ts';

export const hiTrustSettings: Readonly<Record<keyof typeof enTrustSettings, string>> = {
  'settings.trust': 'स्कैन पर भरोसा',
  'doubt.title': 'स्कैन पर भरोसा',
  'doubt.text':
    'कोई स्कैन कभी अस्वीकार नहीं होता। हर स्कैन की तुलना एक ईमानदार गश्त से होती है, और जो अलग हो वह जाँच का कारण दिखता है। यहाँ आप चुनते हैं कि कहाँ से।',
  'doubt.future': 'बदलाव अब से आने वाले स्कैन पर लागू होते हैं। पहले के स्कैन के कारण वैसे ही रहते हैं।',
  'doubt.place': 'स्थान',
  'doubt.time': 'समय और गति',
  'doubt.phone': 'फ़ोन और कोड',
  'doubt.exceptions': 'कब किसी को देखना है',
  'doubt.exceptionsText':
    'हर कारण गश्त के अंकों से घटता है, गंभीर कारण अधिक, मामूली कम। सीमा से नीचे की गश्त अपवाद बनती है।',
  'doubt.radiusSlackMetres': 'दायरे से आगे की छूट (मी.)',
  'doubt.radiusSlackMetresHelp':
    'स्कैन दूर माना जाता है जब वह चेकपॉइंट के दायरे, फ़ोन की सटीकता और इस छूट के योग से भी आगे हो। सामान्य: {usual}।',
  'doubt.accuracyMaxMetres': 'अस्पष्ट इतने से (मी.)',
  'doubt.accuracyMaxMetresHelp':
    'जो स्थान इससे अधिक गलत हो सकता है वह कम ही सिद्ध करता है। खुले में फ़ोन 5 से 20 मी., मकानों के बीच 50 मी. तक सही होते हैं। सामान्य: {usual}।',
  'doubt.speedMaxMetresPerSecond': 'पैदल सबसे तेज़ (मी. प्रति सेकंड)',
  'doubt.speedMaxMetresPerSecondHelp': 'एक गश्त के दो चेकपॉइंट के बीच। 1.4 चलना है, 7 दौड़ना। सामान्य: {usual}।',
  'doubt.travelMaxMetresPerSecond': 'गश्तों के बीच सबसे तेज़ (मी. प्रति सेकंड)',
  'doubt.travelMaxMetresPerSecondHelp':
    'एक गश्त के आखिरी स्कैन से अगली के पहले स्कैन तक, जो दूसरी साइट पर हो सकता है। 40 राजमार्ग पर कार है। सामान्य: {usual}।',
  'doubt.teleportMetresPerSecond': 'असंभव इतने से (मी. प्रति सेकंड)',
  'doubt.teleportMetresPerSecondHelp': 'कम से कम 1 कि.मी. पर। ज़मीन पर 85 से तेज़ कुछ नहीं। सामान्य: {usual}।',
  'doubt.burstMs': 'चेकपॉइंट के बीच कम से कम समय (से.)',
  'doubt.burstMsHelp': 'इससे जल्दी एक के बाद एक स्कैन हुए दो अलग चेकपॉइंट तक चलकर नहीं जाया गया। सामान्य: {usual}।',
  'doubt.clockSkewMaxMs': 'घड़ी में अंतर (से.)',
  'doubt.clockSkewMaxMsHelp': 'फ़ोन की घड़ी सर्वर से इससे अधिक अलग हो तो उसके समय संदिग्ध हैं। सामान्य: {usual}।',
  'doubt.sharedDeviceMs': 'गार्डों के बीच कम से कम समय (मि.)',
  'doubt.sharedDeviceMsHelp':
    'जो दो गार्ड एक फ़ोन से इससे जल्दी एक के बाद एक स्कैन करें वे उसे साझा करते हैं। शिफ़्ट के अंत में सौंपने में अधिक समय लगता है। सामान्य: {usual}।',
  'doubt.rotatingCodeMs': 'बदलते कोड की छूट (से.)',
  'doubt.rotatingCodeMsHelp':
    'स्क्रीन का कोड हर 30 से. बदलता है। स्क्रीन और फ़ोन दोनों थोड़े गलत हो सकते हैं। सामान्य: {usual}।',
  'doubt.sentLateMs': 'देर इतने से (घं.)',
  'doubt.sentLateMsHelp':
    'घटना के इससे अधिक बाद जो पहुँचे वह देर से भेजा गया माना जाता है, और छूटी गश्त तब तक छूटी रहती है जब तक कोई उसे स्वीकार न करे। सामान्य: {usual}।',
  'doubt.positionDwellMs': 'स्थान से स्कैन के लिए रुकना (से.)',
  'doubt.positionDwellMsHelp':
    'स्थान से स्कैन गिने जाने से पहले फ़ोन को जियोफ़ेंस में कितनी देर रहना चाहिए। सामान्य: {usual}।',
  'doubt.scoreMin': 'इससे नीचे अपवाद (अंक)',
  'doubt.scoreMinHelp':
    '100 पर किसी भी कारण वाली हर गश्त अपवाद बनती है, 0 पर केवल यहाँ चुने कारणों वाली। सामान्य: {usual}।',
  'doubt.alwaysFlags': 'हमेशा अपवाद',
  'doubt.alwaysFlagsHelp': 'अंक कुछ भी हों। हर कारण के साथ वे अंक हैं जो वह घटाता है।',
  'doubt.points': '−{points}',
  'doubt.range': '{min} से {max} तक।',
  'doubt.reset': 'सामान्य मान',
  doubt_threshold: 'सीमा के भीतर मान चुनें।',
  doubt_order: 'गतियाँ बढ़ते क्रम में हों: पैदल, गश्तों के बीच, असंभव।',

  'screens.title': 'स्क्रीन पर बदलता कोड',
  'screens.text':
    'जहाँ छपे कोड की फ़ोटो ली जा सकती है, वहाँ एक सस्ती स्क्रीन हर 30 सेकंड में बदलता कोड दिखाती है। जोड़ने के बाद उसे नेटवर्क नहीं चाहिए। स्क्रीन के उपयोग में रहते छपे कोड के स्कैन जाँच के लिए चिह्नित होते हैं।',
  'screens.one': 'स्क्रीन {serial}',
  'screens.inUse': 'उपयोग में',
  'screens.ended': 'हटाई गई',
  'screens.paired': '{at} को जोड़ी',
  'screens.seen': 'आखिरी बार {at}',
  'screens.endedAt': '{at} को हटाई',
  'screens.pair': 'स्क्रीन जोड़ें',
  'screens.open': 'स्क्रीन पर खोलें:',
  'screens.typeCode': 'और यह कोड लिखें:',
  'screens.goodUntil': 'एक बार, {at} तक मान्य। यह फिर नहीं दिखेगा।',
  'screens.end': 'हटाएँ',
  'screens.endTitle': 'स्क्रीन हटाएँ?',
  'screens.endQuestion': 'अब से स्क्रीन {serial} से गार्ड जो स्कैन करें वह जाँच के लिए चिह्नित होगा।',
};
