// Texts of signing in through the organisation's own provider, and of its settings, in Hindi.
import type { enSignInProviders } from './en-sign-in-providers.ts';
import { translationOf } from './translation.ts';

export const hiSignInProviders = translationOf<typeof enSignInProviders>()({
  'settings.signIn': 'साइन इन',
  'provider.title': 'साइन इन सेवा',
  'provider.text':
    'आपके संगठन के लोग OpenID Connect के ज़रिए अपने किसी और खाते से साइन इन कर सकते हैं। पासवर्ड पहले की तरह चलते रहेंगे। पहली बार किसी की पहचान उस सत्यापित ईमेल पते से होती है जो यहाँ के किसी सक्रिय खाते का हो; कोई नया खाता नहीं बनता।',
  'provider.issuer': 'सेवा का पता (issuer)',
  'provider.issuerHelp': 'https:// से शुरू होता है, ठीक वैसा जैसा सेवा देती है।',
  'provider.clientId': 'क्लाइंट आईडी',
  'provider.clientSecret': 'क्लाइंट का गुप्त कोड',
  'provider.secretKept': 'सहेजा हुआ है और फिर कभी नहीं दिखाया जाता। इसे रखने के लिए खाली छोड़ें।',
  'provider.secretHelp': 'सीलबंद सहेजा जाता है और फिर कभी नहीं दिखाया जाता।',
  'provider.scopes': 'स्कोप',
  'provider.scopesHelp': 'खाली जगह से अलग करें; openid ज़रूरी है, पहली बार साइन इन के लिए email भी।',
  'provider.label': 'बटन पर नाम',
  'provider.labelHelp': 'साइन इन पेज के बटन पर यही नाम दिखेगा।',
  'provider.isOn': 'इसे साइन इन पेज पर दिखाएँ',
  'provider.callback': 'वापसी का पता',
  'provider.callbackHelp': 'यह पता सेवा में पंजीकृत करें।',
  'provider.copy': 'कॉपी करें',
  'provider.copied': 'कॉपी हो गया।',
  'provider.linked_one': '{count} खाता सेवा से जुड़ा है।',
  'provider.linked_other': '{count} खाते सेवा से जुड़े हैं।',
  'provider.relink': 'issuer या क्लाइंट आईडी बदलने पर खाते अगले साइन इन पर नए सिरे से जुड़ते हैं।',
  'provider.test': 'सेटिंग जाँचें',
  'provider.found.ready': 'सेवा जवाब देती है और ज़रूरत की हर चीज़ देती है।',
  'provider.found.addressRefused':
    'यह सर्वर उस पते से संपर्क नहीं कर सकता। वह https:// वाला सार्वजनिक पता होना चाहिए।',
  'provider.found.unreachable': 'इस पते पर कोई जवाब नहीं देता। पता जाँचें या थोड़ी देर में फिर कोशिश करें।',
  'provider.found.noDiscovery': 'जवाब तो आता है, पर वह किसी OpenID सेवा का नहीं है।',
  'provider.found.otherIssuer': 'सेवा अपना नाम {details} बताती है। उसका पता ठीक ऐसा ही लिखें।',
  'provider.found.lacking': 'सेवा यह नहीं देती: {details}।',
  provider_issuer: 'https:// से शुरू होने वाला ऐसा पता लिखें जिससे यह सर्वर संपर्क कर सके।',
  provider_client_id: '1 से 200 अक्षर लिखें।',
  provider_secret: 'क्लाइंट का गुप्त कोड लिखें।',
  provider_scopes: 'एक-एक खाली जगह से अलग शब्द लिखें, जिनमें openid हो।',
  provider_label: '1 से 40 अक्षर लिखें।',
});
