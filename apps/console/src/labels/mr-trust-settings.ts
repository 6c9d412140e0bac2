import type { enTrustSettings } from './en-trust-settings.ts';

export const mrTrustSettings: Readonly<Record<keyof typeof enTrustSettings, string>> = {
  'settings.trust': 'स्कॅनवरचा विश्वास',
  'doubt.title': 'स्कॅनवरचा विश्वास',
  'doubt.text':
    'कोणताही स्कॅन कधी नाकारला जात नाही. प्रत्येकाची प्रामाणिक गस्तीशी तुलना होते, आणि जे वेगळे असेल ते तपासण्याचे कारण म्हणून दिसते. ते कुठून हे इथे निवडा.',
  'doubt.future': 'बदल आतापासून येणाऱ्या स्कॅनना लागू होतात. आधीच्या स्कॅनची कारणे तशीच राहतात.',
  'doubt.place': 'स्थान',
  'doubt.time': 'वेळ आणि वेग',
  'doubt.phone': 'फोन आणि कोड',
  'doubt.exceptions': 'कोणी केव्हा पाहावे',
  'doubt.exceptionsText':
    'प्रत्येक कारण गस्तीच्या गुणांतून वजा होते, गंभीर जास्त, किरकोळ कमी. मर्यादेखालची गस्त अपवाद बनते.',
  'doubt.radiusSlackMetres': 'परिघापलीकडची सूट (मी.)',
  'doubt.radiusSlackMetresHelp':
    'चेकपॉइंटचा परीघ, फोनची अचूकता आणि ही सूट यांच्या बेरजेपेक्षा लांबचा स्कॅन दूरचा मानला जातो. नेहमीचे: {usual}.',
  'doubt.accuracyMaxMetres': 'अस्पष्ट इतक्यापासून (मी.)',
  'doubt.accuracyMaxMetresHelp':
    'यापेक्षा जास्त चुकू शकणारे स्थान फारसे सिद्ध करत नाही. मोकळ्या जागी फोन 5 ते 20 मी., घरांमध्ये 50 मी. पर्यंत अचूक असतात. नेहमीचे: {usual}.',
  'doubt.speedMaxMetresPerSecond': 'पायी सर्वात वेगवान (सेकंदाला मी.)',
  'doubt.speedMaxMetresPerSecondHelp':
    'एका गस्तीच्या दोन चेकपॉइंटमध्ये. 1.4 म्हणजे चालणे, 7 म्हणजे धावणे. नेहमीचे: {usual}.',
  'doubt.travelMaxMetresPerSecond': 'गस्तींमध्ये सर्वात वेगवान (सेकंदाला मी.)',
  'doubt.travelMaxMetresPerSecondHelp':
    'एका गस्तीच्या शेवटच्या स्कॅनपासून पुढच्या गस्तीच्या पहिल्यापर्यंत, जो दुसऱ्या साइटवर असू शकतो. 40 म्हणजे महामार्गावरची कार. नेहमीचे: {usual}.',
  'doubt.teleportMetresPerSecond': 'अशक्य इतक्यापासून (सेकंदाला मी.)',
  'doubt.teleportMetresPerSecondHelp':
    'किमान 1 कि.मी. अंतरावर. जमिनीवर 85 पेक्षा वेगवान काही नाही. नेहमीचे: {usual}.',
  'doubt.burstMs': 'चेकपॉइंटमधली किमान वेळ (से.)',
  'doubt.burstMsHelp':
    'यापेक्षा लवकर लागोपाठ स्कॅन झालेल्या दोन वेगळ्या चेकपॉइंटपर्यंत चालत जाणे शक्य नाही. नेहमीचे: {usual}.',
  'doubt.clockSkewMaxMs': 'घड्याळातला फरक (से.)',
  'doubt.clockSkewMaxMsHelp': 'फोनचे घड्याळ सर्व्हरपेक्षा याहून जास्त वेगळे असल्यास त्याच्या वेळा संशयास्पद. नेहमीचे: {usual}.',
  'doubt.sharedDeviceMs': 'गार्डमधली किमान वेळ (मि.)',
  'doubt.sharedDeviceMsHelp':
    'एका फोनने यापेक्षा लवकर लागोपाठ स्कॅन करणारे दोन गार्ड तो वाटून घेतात. शिफ्ट संपताना फोन देण्यास जास्त वेळ लागतो. नेहमीचे: {usual}.',
  'doubt.rotatingCodeMs': 'बदलत्या कोडची सूट (से.)',
  'doubt.rotatingCodeMsHelp':
    'स्क्रीनवरचा कोड दर 30 से. बदलतो. स्क्रीन आणि फोन दोन्ही थोडे चुकू शकतात. नेहमीचे: {usual}.',
  'doubt.scoreMin': 'याखाली अपवाद (गुण)',
  'doubt.scoreMinHelp':
    '100 असल्यास कोणतेही कारण असलेली प्रत्येक गस्त अपवाद बनते, 0 असल्यास फक्त इथे निवडलेली कारणे. नेहमीचे: {usual}.',
  'doubt.alwaysFlags': 'नेहमी अपवाद',
  'doubt.alwaysFlagsHelp': 'गुण काहीही असोत. प्रत्येक कारणाजवळ ते वजा करत असलेले गुण आहेत.',
  'doubt.points': '−{points}',
  'doubt.range': '{min} ते {max}.',
  'doubt.reset': 'नेहमीची मूल्ये',
  doubt_threshold: 'मर्यादेतील मूल्य निवडा.',
  doubt_order: 'वेग चढत्या क्रमाने हवेत: पायी, गस्तींमध्ये, अशक्य.',

  'screens.title': 'स्क्रीनवरचा बदलता कोड',
  'screens.text':
    'जिथे छापील कोडचा फोटो काढला जाऊ शकतो तिथे स्वस्त स्क्रीन दर 30 सेकंदांनी बदलणारा कोड दाखवते. जोडल्यानंतर तिला नेटवर्क लागत नाही. स्क्रीन वापरात असताना छापील कोडचे स्कॅन तपासणीसाठी खुणावले जातात.',
  'screens.one': 'स्क्रीन {serial}',
  'screens.inUse': 'वापरात',
  'screens.ended': 'काढलेली',
  'screens.paired': '{at} रोजी जोडली',
  'screens.seen': 'शेवटची {at}',
  'screens.endedAt': '{at} रोजी काढली',
  'screens.pair': 'स्क्रीन जोडा',
  'screens.open': 'स्क्रीनवर उघडा:',
  'screens.typeCode': 'आणि हा कोड लिहा:',
  'screens.goodUntil': 'एकदाच, {at} पर्यंत वैध. तो पुन्हा दिसणार नाही.',
  'screens.end': 'काढा',
  'screens.endTitle': 'स्क्रीन वापरातून काढायची?',
  'screens.endQuestion': 'आतापासून स्क्रीन {serial} वरून गार्ड जे स्कॅन करतील ते तपासणीसाठी खुणावले जाईल.',
};
