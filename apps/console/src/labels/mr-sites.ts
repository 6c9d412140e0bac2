// The texts of en-sites.ts in Marathi.
import type { enSites } from './en-sites.ts';
import { translationOf } from './translation.ts';

export const mrSites = translationOf<typeof enSites>()({
  'sites.title': 'साइट्स',
  'sites.searchPlaceholder': 'नाव, पत्ता किंवा संपर्क',
  'sites.add': 'साइट जोडा',
  'sites.none': 'अजून एकही साइट नाही',
  'sites.noneReason': 'साइट म्हणजे तुम्ही ज्या जागेचे रक्षण करता ती. गार्ड, चेकपॉइंट आणि मार्ग एखाद्या साइटचे असतात.',
  'sites.name': 'नाव',
  'sites.address': 'पत्ता',
  'sites.contact': 'संपर्क',
  'sites.timeZone': 'वेळ क्षेत्र',
  'sites.guards': 'गार्ड',
  'sites.checkpoints': 'चेकपॉइंट',
  'sites.createdAt': 'तयार केले',
  'sites.updatedAt': 'बदलले',
  'sites.position': 'स्थान',
  'sites.positionText': 'नकाशावर क्लिक करा, किंवा स्थान लिहा. साइटचे चेकपॉइंट याच्या आसपास ठेवले जातात.',
  'sites.mapLabel': 'साइटचे स्थान निवडण्याचा नकाशा',
  'sites.mapAlternative': 'साइट अक्षांश {latitude}, रेखांश {longitude} येथे आहे.',
  'sites.latitude': 'अक्षांश',
  'sites.longitude': 'रेखांश',
  'sites.zoomIn': 'मोठे करा',
  'sites.zoomOut': 'लहान करा',
  'sites.about': 'साइटबद्दल',
  'sites.contactName': 'संपर्क व्यक्ती',
  'sites.contactPhone': 'संपर्क फोन',
  'sites.timeZoneHelp': 'साइटचे दिवस, पाळ्या आणि अहवाल यानुसार चालतात.',
  site_name_required: 'साइटचे नाव लिहा.',
});
