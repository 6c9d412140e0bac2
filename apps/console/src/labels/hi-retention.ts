import type { enRetention } from './en-retention.ts';

export const hiRetention: Readonly<Record<keyof typeof enRetention, string>> = {
  'settings.retention': 'रिकॉर्ड रखने की अवधि',
  'retention.title': 'गश्तें कब तक रखी जाती हैं',
  'retention.text':
    'जब तक आप यहाँ न कहें, कुछ भी कभी नहीं हटता। आपकी चुनी अवधि से पुरानी गश्तें महीने-महीने करके पहले संग्रह में जाती हैं और फिर Watchpost से हटती हैं।',
  'retention.choice': 'गश्तें',
  'retention.all': 'सब कुछ रखें',
  'retention.some': 'कुछ महीने रखें',
  'retention.months': 'चालू महीने के अलावा पूरे महीने',
  'retention.monthsHelp': '{min} से {max} तक। महीने UTC की आधी रात से शुरू होते हैं।',
  'retention.boundary': 'आज की स्थिति में {date} से पहले शुरू हुई गश्तें हटेंगी।',
  'retention.starts': 'पहली गश्तें {date} के बाद की रात हटेंगी। तब तक आप यहाँ इसे वापस ले सकते हैं।',
  'retention.startsOnSave': 'सहेजने के बाद 7 दिन तक कुछ नहीं हटता; इस बीच आप यहाँ इसे वापस ले सकते हैं।',
  'retention.oldest': 'सबसे पुरानी गश्त {date} को शुरू हुई।',
  'retention.none': 'अभी कोई गश्त नहीं है।',
  'retention.meaning': 'पुरानी गश्तों के लिए इसका अर्थ',
  'retention.goesTitle': 'क्या हटता है',
  'retention.goes':
    'गश्तें अपने स्कैन, उत्तरों, शुरुआत और समाप्ति सहित; नियत गश्तें; उनके बारे में बंद अपवाद। वे सूचियों, निर्यातों और डैशबोर्ड के आँकड़ों से हट जाती हैं।',
  'retention.staysTitle': 'क्या रहता है',
  'retention.stays':
    'जिस गश्त का अपवाद, घटना या सहायता की पुकार खुली है, या जिसके अपवाद से फ़ाइल जुड़ी है, वह निपटने तक रहती है। ड्यूटी, घटनाएँ, सहायता की पुकारें, हस्तांतरण टिप्पणियाँ और ऑडिट लॉग नहीं छुए जाते। साक्ष्य लॉग हर रिकॉर्ड की मुहर रखता है।',
  'retention.archiveTitle': 'तब आपके पास क्या होता है',
  'retention.archive':
    'हर महीने का संग्रह: सभी पंक्तियाँ, और साक्ष्य फ़ाइलें जिन्हें कोई भी Watchpost के बिना जाँच सकता है। कुछ भी हटने से पहले उसे फिर पढ़कर मिलाया जाता है। संग्रह कभी नहीं हटते; उन्हें सूचियों में वापस नहीं लाया जा सकता।',
  'retention.archives': 'संग्रह',
  'retention.noArchives': 'अभी कोई संग्रह नहीं',
  'retention.noArchivesWhy': 'किसी महीने की गश्तें हटने से पहले संग्रह बनता है।',
  'retention.rounds': 'गश्तें',
  'retention.held': 'रह गईं',
  'retention.writing': 'लिखा जा रहा है; कुछ नहीं हटा',
  'retention.verified': 'जाँचा गया; गश्तें हट रही हैं',
  'retention.removed': '{date} को संग्रहित',
  'retention.rowsFile': 'पंक्तियाँ {no} ({size} MB)',
  'retention.evidenceFile': 'साक्ष्य {no} ({size} MB)',
  'retention.sha256': 'जाँच-योग SHA-256 {hash}',
  months_to_keep: 'सीमा के भीतर महीनों की पूरी संख्या चुनें।',
};
