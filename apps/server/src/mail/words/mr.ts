import type { MailWords } from '../mail-content.ts';

const greeting = (firstName: string): string => (firstName === '' ? 'नमस्कार,' : `नमस्कार ${firstName},`);

export const mr: MailWords = {
  templates: {
    passwordReset: ({ firstName, code, link, minutes }, brand) => ({
      subject: `तुमचा ${brand} पासवर्ड पुन्हा सेट करा`,
      heading: 'तुमचा पासवर्ड पुन्हा सेट करा',
      paragraphs: [
        greeting(firstName),
        'कोणीतरी तुमच्या खात्यासाठी नवीन पासवर्ड मागितला आहे. हा कोड कन्सोलमध्ये लिहा, किंवा लिंक उघडा.',
        `दोन्ही एकदाच आणि ${minutes} मिनिटांपर्यंत चालतात.`,
      ],
      code,
      action: { label: 'नवीन पासवर्ड ठरवा', url: link },
      footnote: 'ते तुम्ही नसाल तर काहीही करू नका: तुमचा पासवर्ड तोच राहील.',
    }),
    passwordChanged: ({ firstName, at, signInLink }, brand) => ({
      subject: `तुमचा ${brand} पासवर्ड बदलला गेला`,
      heading: 'तुमचा पासवर्ड बदलला गेला',
      paragraphs: [
        greeting(firstName),
        `तुमच्या खात्याचा पासवर्ड ${at} रोजी बदलला गेला. इतर सर्व ठिकाणी तुम्हाला साइन आउट केले आहे.`,
      ],
      action: { label: 'साइन इन करा', url: signInLink },
      footnote: 'ते तुम्ही नसाल तर आत्ताच तुमचा पासवर्ड पुन्हा सेट करा आणि तुमच्या ॲडमिनला सांगा.',
    }),
    notice: ({ title, text, link }) => ({
      subject: title,
      heading: title,
      paragraphs: [text],
      ...(link === undefined ? {} : { action: link }),
    }),
  },
  sentBy: (brand) => `${brand} कडून पाठवले.`,
};
