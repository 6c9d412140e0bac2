import type { enPersonalData } from './en-personal-data.ts';

export const mrPersonalData: Readonly<Record<keyof typeof enPersonalData, string>> = {
  'personalData.title': 'वैयक्तिक डेटा',
  'personalData.text':
    'ही व्यक्ती कोण आहे आणि गार्डबद्दल नोंदलेले सर्व काही: मागितल्यावर देण्यासाठी, किंवा गार्ड सोडून गेल्यावर पुसण्यासाठी.',
  'personalData.export': 'डेटा निर्यात करा',
  'personalData.erase': 'वैयक्तिक डेटा पुसा',
  'personalData.activeHint': 'गार्ड निष्क्रिय केल्यावर डेटा पुसता येतो.',
  'personalData.erasedOn':
    'या गार्डचा वैयक्तिक डेटा {time} रोजी पुसला गेला. जे नोंदले गेले ते त्याच्या जागी ठेवलेल्या नावाखाली राहते.',
  'personalData.eraseTitle': '{name} यांचा वैयक्तिक डेटा पुसायचा?',
  'personalData.goesTitle': 'काय जाते',
  'personalData.goes':
    'नाव, कर्मचारी आयडी, मोबाईल नंबर, ईमेल आणि फोटो, फील्ड सीक्रेट आणि सर्व सत्रे, इतर कोणी न वापरलेल्या फोनची नावे, आणि ऑडिट लॉग, सूचना तसेच घटना व मदतीच्या हाकांच्या इतिहासातील या व्यक्तीचे नाव. हे कशानेही परत येत नाही.',
  'personalData.staysTitle': 'काय राहते, आणि का',
  'personalData.stays':
    'गस्ती, वेळ व स्थानासह स्कॅन, ड्युटी, घटना आणि त्यांत लिहिलेले, टोपणनावाखाली: हे कंपनीच्या कामाचे पुरावे आहेत. पुरावा लॉग पडताळण्याजोगा राहतो आणि हे पुसणेही नोंदवतो.',
  'personalData.elsewhereTitle': 'जे तुम्हाला स्वतः पाहायचे आहे',
  'personalData.elsewhere':
    'आधी गार्डचे फोन साफ करा. निर्यात केलेल्या किंवा मेलने पाठवलेल्या फाइल्स, जुन्या महिन्यांचे संग्रह आणि बॅकअप जसे बनले तसेच राहतात; बॅकअप परत आणल्यावर पुसणे पुन्हा केले जाते.',
  'personalData.typeId': 'खात्री करण्यासाठी कर्मचारी आयडी {employeeId} लिहा',
  'personalData.otherId': 'हा या गार्डचा कर्मचारी आयडी नाही.',
  'personalData.eraseForGood': 'कायमचे पुसा',
  'personalData.done': 'वैयक्तिक डेटा पुसला गेला.',
  'audit.action.guard.exported': 'गार्डचा डेटा निर्यात केला',
  'audit.action.guard.erased': 'गार्डचा वैयक्तिक डेटा पुसला',
};
