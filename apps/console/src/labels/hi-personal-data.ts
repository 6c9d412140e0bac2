import type { enPersonalData } from './en-personal-data.ts';

export const hiPersonalData: Readonly<Record<keyof typeof enPersonalData, string>> = {
  'personalData.title': 'निजी डेटा',
  'personalData.text':
    'यह व्यक्ति कौन है, और गार्ड के बारे में दर्ज सब कुछ: माँगने पर सौंपने के लिए, या गार्ड के जाने के बाद मिटाने के लिए।',
  'personalData.export': 'डेटा निर्यात करें',
  'personalData.erase': 'निजी डेटा मिटाएँ',
  'personalData.activeHint': 'गार्ड को निष्क्रिय करने के बाद डेटा मिटाया जा सकता है।',
  'personalData.erasedOn':
    'इस गार्ड का निजी डेटा {time} को मिटाया गया। जो दर्ज हुआ वह उसकी जगह रखे गए नाम के साथ बना रहता है।',
  'personalData.eraseTitle': '{name} का निजी डेटा मिटाएँ?',
  'personalData.goesTitle': 'क्या मिटेगा',
  'personalData.goes':
    'नाम, कर्मचारी आईडी, मोबाइल नंबर, ईमेल और फ़ोटो, फ़ील्ड सीक्रेट और सभी सत्र, उन फ़ोन के नाम जो किसी और ने नहीं चलाए, और ऑडिट लॉग, सूचनाओं तथा घटनाओं और मदद की पुकारों के इतिहास में इस व्यक्ति का नाम। इसे कोई वापस नहीं ला सकता।',
  'personalData.staysTitle': 'क्या रहेगा, और क्यों',
  'personalData.stays':
    'गश्तें, समय और स्थान के साथ स्कैन, ड्यूटी, घटनाएँ और उनमें लिखा हुआ, एक छद्म नाम के साथ: ये कंपनी के काम के प्रमाण हैं। प्रमाण लॉग जाँचने योग्य रहता है और इस मिटाने को भी दर्ज करता है।',
  'personalData.elsewhereTitle': 'जो आपको स्वयं देखना है',
  'personalData.elsewhere':
    'पहले गार्ड के फ़ोन साफ़ कराएँ। निर्यात की गई या मेल से भेजी फ़ाइलें, पुराने महीनों के संग्रह और बैकअप वैसे ही रहते हैं जैसे बने थे; बैकअप लौटाने के बाद मिटाना दोहराया जाता है।',
  'personalData.typeId': 'पुष्टि के लिए कर्मचारी आईडी {employeeId} लिखें',
  'personalData.otherId': 'यह इस गार्ड की कर्मचारी आईडी नहीं है।',
  'personalData.eraseForGood': 'हमेशा के लिए मिटाएँ',
  'personalData.done': 'निजी डेटा मिटा दिया गया।',
  'audit.action.guard.exported': 'गार्ड का डेटा निर्यात किया गया',
  'audit.action.guard.erased': 'गार्ड का निजी डेटा मिटाया गया',
};
