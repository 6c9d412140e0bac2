// The texts of en-sites.ts in Hindi.
import type { enSites } from './en-sites.ts';
import { translationOf } from './translation.ts';

export const hiSites = translationOf<typeof enSites>()({
  'sites.title': 'साइटें',
  'sites.searchPlaceholder': 'नाम, पता या संपर्क',
  'sites.add': 'साइट जोड़ें',
  'sites.none': 'अभी कोई साइट नहीं',
  'sites.noneReason': 'साइट वह जगह है जिसकी आप सुरक्षा करते हैं। गार्ड, चेकपॉइंट और मार्ग किसी साइट के होते हैं।',
  'sites.name': 'नाम',
  'sites.address': 'पता',
  'sites.contact': 'संपर्क',
  'sites.timeZone': 'समय क्षेत्र',
  'sites.guards': 'गार्ड',
  'sites.checkpoints': 'चेकपॉइंट',
  'sites.createdAt': 'बनाया गया',
  'sites.updatedAt': 'बदला गया',
  'sites.position': 'स्थान',
  'sites.positionText': 'नक्शे पर क्लिक करें, या स्थान लिखें। साइट के चेकपॉइंट इसके आसपास रखे जाते हैं।',
  'sites.mapLabel': 'साइट का स्थान चुनने का नक्शा',
  'sites.mapAlternative': 'साइट अक्षांश {latitude}, देशांतर {longitude} पर है।',
  'sites.latitude': 'अक्षांश',
  'sites.longitude': 'देशांतर',
  'sites.zoomIn': 'बड़ा करें',
  'sites.zoomOut': 'छोटा करें',
  'sites.about': 'साइट के बारे में',
  'sites.contactName': 'संपर्क व्यक्ति',
  'sites.contactPhone': 'संपर्क फ़ोन',
  'sites.timeZoneHelp': 'साइट के दिन, पालियाँ और रिपोर्ट इसके अनुसार चलते हैं।',
  site_name_required: 'साइट का नाम लिखें।',
});
