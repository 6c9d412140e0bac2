// Names that come as English words, from the stored menu, the path or the server: the words themselves are the keys, in Hindi.
import type { enPages } from './en-pages.ts';
import { translationOf } from './translation.ts';

export const hiPages = translationOf<typeof enPages>()({
  Dashboard: 'डैशबोर्ड',
  'Manage Sites': 'साइट प्रबंधन',
  'Add Site': 'साइट जोड़ें',
  'Edit Site': 'साइट बदलें',
  'Manage Security Guards': 'सुरक्षा गार्ड प्रबंधन',
  'Manage Checkpoints': 'चेकपॉइंट प्रबंधन',
  'Manage Shifts': 'पाली प्रबंधन',
  'Manage Incidents': 'घटना प्रबंधन',
  'Manage Patrol Routes': 'गश्त मार्ग प्रबंधन',
  'Manage Patrol Tours': 'गश्त दौरा प्रबंधन',
  'App Settings': 'ऐप सेटिंग',
  Access: 'पहुँच',
  'About Company': 'कंपनी के बारे में',
  FAQs: 'अक्सर पूछे जाने वाले प्रश्न',
  'Privacy Policy': 'गोपनीयता नीति',
  'Contact Us': 'हमसे संपर्क करें',
  'Terms and Conditions': 'नियम और शर्तें',
  'Terms And Conditions': 'नियम और शर्तें',
  'Sent Mail': 'भेजी गई मेल',
  'Sign In': 'साइन इन',
  'Audit Log': 'ऑडिट लॉग',
  Reports: 'रिपोर्ट',
  'Patrolling Reports': 'गश्त रिपोर्ट',
  'Scanned Checkpoints': 'स्कैन किए गए चेकपॉइंट',
  'Scanned Checkpoints Details': 'स्कैन किए गए चेकपॉइंट का विवरण',
  'Login/Logout': 'लॉग इन/लॉग आउट',
  'Login Logout': 'लॉग इन/लॉग आउट',
  'Login Logout Details': 'लॉग इन/लॉग आउट का विवरण',

  'Select Site': 'साइट चुनें',
  Inprogress: 'जारी',
  Incompleted: 'अधूरी',
  Completed: 'पूरी',

  'Super admin, all sites': 'सुपर एडमिन, सभी साइटें',
  'Sub admin, one site': 'सब एडमिन, एक साइट',
  'Deactivated sub admin': 'निष्क्रिय सब एडमिन',

  'Please check you email reset password link has been sent.':
    'पासवर्ड रीसेट करने का लिंक भेज दिया गया है, कृपया अपना ईमेल देखें।',
  'A new OTP has been sent.': 'नया ओटीपी भेज दिया गया है।',
  'An OTP has been sent.': 'ओटीपी भेज दिया गया है।',
  'Your password has been set. Sign in with it now.': 'आपका पासवर्ड तय हो गया है। अब इससे साइन इन करें।',
  'Password changed successfully.': 'पासवर्ड सफलतापूर्वक बदला गया।',
  'That session has ended.': 'वह सत्र समाप्त हो गया।',
  'All other sessions have ended.': 'बाक़ी सभी सत्र समाप्त हो गए।',
});
