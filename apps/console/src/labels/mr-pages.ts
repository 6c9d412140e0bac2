// Names that come as English words, from the stored menu, the path or the server: the words themselves are the keys, in Marathi.
import type { enPages } from './en-pages.ts';
import { translationOf } from './translation.ts';

export const mrPages = translationOf<typeof enPages>()({
  Dashboard: 'डॅशबोर्ड',
  'Manage Sites': 'साइट व्यवस्थापन',
  'Add Site': 'साइट जोडा',
  'Edit Site': 'साइट बदला',
  'Manage Security Guards': 'सुरक्षा रक्षक व्यवस्थापन',
  'Manage Checkpoints': 'चेकपॉइंट व्यवस्थापन',
  'Manage Shifts': 'पाळी व्यवस्थापन',
  'Manage Incidents': 'घटना व्यवस्थापन',
  'Manage Patrol Routes': 'गस्त मार्ग व्यवस्थापन',
  'Manage Patrol Tours': 'गस्त फेरी व्यवस्थापन',
  'App Settings': 'ॲप सेटिंग्ज',
  Access: 'प्रवेश',
  'About Company': 'कंपनीविषयी',
  FAQs: 'नेहमीचे प्रश्न',
  'Privacy Policy': 'गोपनीयता धोरण',
  'Contact Us': 'आमच्याशी संपर्क साधा',
  'Terms and Conditions': 'अटी आणि शर्ती',
  'Terms And Conditions': 'अटी आणि शर्ती',
  'Sent Mail': 'पाठवलेली मेल',
  'Sign In': 'साइन इन',
  'Audit Log': 'ऑडिट लॉग',
  Reports: 'अहवाल',
  'Patrolling Reports': 'गस्त अहवाल',
  'Scanned Checkpoints': 'स्कॅन केलेले चेकपॉइंट',
  'Scanned Checkpoints Details': 'स्कॅन केलेल्या चेकपॉइंटचा तपशील',
  'Login/Logout': 'लॉग इन/लॉग आउट',
  'Login Logout': 'लॉग इन/लॉग आउट',
  'Login Logout Details': 'लॉग इन/लॉग आउटचा तपशील',

  'Select Site': 'साइट निवडा',
  Inprogress: 'चालू',
  Incompleted: 'अपूर्ण',
  Completed: 'पूर्ण',

  'Super admin, all sites': 'सुपर ॲडमिन, सर्व साइट',
  'Sub admin, one site': 'सब ॲडमिन, एक साइट',
  'Deactivated sub admin': 'निष्क्रिय सब ॲडमिन',

  'Please check you email reset password link has been sent.':
    'पासवर्ड पुन्हा सेट करण्याची लिंक पाठवली आहे, कृपया तुमचा ईमेल पहा.',
  'A new OTP has been sent.': 'नवीन ओटीपी पाठवला आहे.',
  'An OTP has been sent.': 'ओटीपी पाठवला आहे.',
  'Your password has been set. Sign in with it now.': 'तुमचा पासवर्ड ठरवला आहे. आता त्याने साइन इन करा.',
  'Password changed successfully.': 'पासवर्ड यशस्वीरीत्या बदलला.',
  'That session has ended.': 'ते सत्र संपले.',
  'All other sessions have ended.': 'इतर सर्व सत्रे संपली.',
});
