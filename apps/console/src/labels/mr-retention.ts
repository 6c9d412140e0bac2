import type { enRetention } from './en-retention.ts';

export const mrRetention: Readonly<Record<keyof typeof enRetention, string>> = {
  'settings.retention': 'नोंदी ठेवण्याचा काळ',
  'retention.title': 'गस्ती किती काळ ठेवल्या जातात',
  'retention.text':
    'तुम्ही येथे सांगितल्याशिवाय काहीही कधीच काढले जात नाही. तुम्ही निवडलेल्या काळापेक्षा जुन्या गस्ती महिन्या-महिन्याने आधी संग्रहात जातात आणि मग Watchpostमधून निघतात.',
  'retention.choice': 'गस्ती',
  'retention.all': 'सर्व काही ठेवा',
  'retention.some': 'काही महिने ठेवा',
  'retention.months': 'चालू महिन्याशिवाय पूर्ण महिने',
  'retention.monthsHelp': '{min} ते {max}. महिने UTC च्या मध्यरात्री सुरू होतात.',
  'retention.boundary': 'आजच्या स्थितीत {date} पूर्वी सुरू झालेल्या गस्ती निघतील.',
  'retention.starts': 'पहिल्या गस्ती {date} नंतरच्या रात्री निघतील. तोपर्यंत तुम्ही येथे ते मागे घेऊ शकता.',
  'retention.startsOnSave': 'जतन केल्यावर 7 दिवस काहीही निघत नाही; त्या काळात तुम्ही येथे ते मागे घेऊ शकता.',
  'retention.oldest': 'सर्वात जुनी गस्त {date} रोजी सुरू झाली.',
  'retention.none': 'अजून एकही गस्त नाही.',
  'retention.meaning': 'जुन्या गस्तींसाठी याचा अर्थ',
  'retention.goesTitle': 'काय निघते',
  'retention.goes':
    'गस्ती त्यांच्या स्कॅन, उत्तरे, सुरुवात आणि शेवटासह; करायच्या असलेल्या गस्ती; त्यांच्याबद्दलचे बंद अपवाद. त्या याद्या, निर्यात आणि डॅशबोर्डच्या आकड्यांतून निघतात.',
  'retention.staysTitle': 'काय राहते',
  'retention.stays':
    'ज्या गस्तीचा अपवाद, घटना किंवा मदतीची हाक उघडी आहे, किंवा जिच्या अपवादाला फाइल जोडली आहे, ती मिटेपर्यंत राहते. ड्युटी, घटना, मदतीच्या हाका, हस्तांतरणाच्या नोंदी आणि ऑडिट लॉग यांना हात लावला जात नाही. पुराव्याचा लॉग प्रत्येक नोंदीची मोहोर ठेवतो.',
  'retention.archiveTitle': 'मग तुमच्याकडे काय असते',
  'retention.archive':
    'प्रत्येक महिन्याचा संग्रह: सर्व ओळी, आणि Watchpostशिवाय कोणीही तपासू शकेल अशा पुराव्याच्या फाइली. काहीही निघण्यापूर्वी तो परत वाचून ताडला जातो. संग्रह कधीच काढले जात नाहीत; ते याद्यांमध्ये परत आणता येत नाहीत.',
  'retention.archives': 'संग्रह',
  'retention.noArchives': 'अजून संग्रह नाही',
  'retention.noArchivesWhy': 'महिन्याच्या गस्ती निघण्यापूर्वी संग्रह तयार होतो.',
  'retention.rounds': 'गस्ती',
  'retention.held': 'राहिल्या',
  'retention.writing': 'लिहिला जात आहे; काहीही निघाले नाही',
  'retention.verified': 'तपासला; गस्ती निघत आहेत',
  'retention.removed': '{date} रोजी संग्रहित',
  'retention.rowsFile': 'ओळी {no} ({size} MB)',
  'retention.evidenceFile': 'पुरावा {no} ({size} MB)',
  'retention.sha256': 'तपासणी-बेरीज SHA-256 {hash}',
  months_to_keep: 'मर्यादेतील महिन्यांची पूर्ण संख्या निवडा.',
};
