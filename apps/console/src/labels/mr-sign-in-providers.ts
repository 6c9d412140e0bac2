// Texts of signing in through the organisation's own provider, and of its settings, in Marathi.
import type { enSignInProviders } from './en-sign-in-providers.ts';
import { translationOf } from './translation.ts';

export const mrSignInProviders = translationOf<typeof enSignInProviders>()({
  'settings.signIn': 'साइन इन',
  'provider.title': 'साइन इन सेवा',
  'provider.text':
    'तुमच्या संस्थेतील लोक OpenID Connect द्वारे त्यांच्या दुसऱ्या खात्याने साइन इन करू शकतात. पासवर्ड पूर्वीप्रमाणेच चालतात. पहिल्या वेळी ओळख येथील एखाद्या सक्रिय खात्याच्या पडताळलेल्या ईमेल पत्त्याने होते; नवे खाते तयार होत नाही.',
  'provider.issuer': 'सेवेचा पत्ता (issuer)',
  'provider.issuerHelp': 'https:// ने सुरू होतो, सेवा देते तसाच.',
  'provider.clientId': 'क्लायंट आयडी',
  'provider.clientSecret': 'क्लायंटचा गुप्त कोड',
  'provider.secretKept': 'जतन केलेला आहे आणि पुन्हा कधी दाखवला जात नाही. तोच ठेवण्यासाठी रिकामे सोडा.',
  'provider.secretHelp': 'सीलबंद जतन केला जातो आणि पुन्हा कधी दाखवला जात नाही.',
  'provider.scopes': 'स्कोप',
  'provider.scopesHelp': 'रिकाम्या जागेने वेगळे करा; openid आवश्यक आहे, पहिल्या साइन इनसाठी email सुद्धा.',
  'provider.label': 'बटणावरील नाव',
  'provider.labelHelp': 'साइन इन पानावरील बटणावर हेच नाव दिसेल.',
  'provider.isOn': 'साइन इन पानावर दाखवा',
  'provider.callback': 'परतीचा पत्ता',
  'provider.callbackHelp': 'हा पत्ता सेवेकडे नोंदवा.',
  'provider.copy': 'कॉपी करा',
  'provider.copied': 'कॉपी झाले.',
  'provider.linked_one': '{count} खाते सेवेशी जोडलेले आहे.',
  'provider.linked_other': '{count} खाती सेवेशी जोडलेली आहेत.',
  'provider.relink': 'issuer किंवा क्लायंट आयडी बदलल्यास खाती पुढच्या साइन इनला नव्याने जोडली जातात.',
  'provider.test': 'सेटिंग तपासा',
  'provider.found.ready': 'सेवा उत्तर देते आणि आवश्यक ते सर्व देते.',
  'provider.found.addressRefused':
    'हा सर्व्हर त्या पत्त्याशी संपर्क करू शकत नाही. तो https:// असलेला सार्वजनिक पत्ता हवा.',
  'provider.found.unreachable': 'या पत्त्यावर कोणी उत्तर देत नाही. पत्ता तपासा किंवा थोड्या वेळाने पुन्हा प्रयत्न करा.',
  'provider.found.noDiscovery': 'उत्तर येते, पण ते कोणत्याही OpenID सेवेचे नाही.',
  'provider.found.otherIssuer': 'सेवा स्वतःचे नाव {details} सांगते. तिचा पत्ता अगदी तसाच लिहा.',
  'provider.found.lacking': 'सेवा हे देत नाही: {details}.',
  provider_issuer: 'https:// ने सुरू होणारा आणि या सर्व्हरला संपर्क करता येईल असा पत्ता लिहा.',
  provider_client_id: '1 ते 200 अक्षरे लिहा.',
  provider_secret: 'क्लायंटचा गुप्त कोड लिहा.',
  provider_scopes: 'एकेका रिकाम्या जागेने वेगळे केलेले शब्द लिहा, त्यात openid असावा.',
  provider_label: '1 ते 40 अक्षरे लिहा.',
});
