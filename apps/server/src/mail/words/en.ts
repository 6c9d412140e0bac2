import type { MailWords } from '../mail-content.ts';

export const en: MailWords = {
  templates: {
    passwordReset: ({ firstName, code, link, minutes }, brand) => ({
      subject: `Reset your ${brand} password`,
      heading: 'Reset your password',
      paragraphs: [
        firstName === '' ? 'Hello,' : `Hello ${firstName},`,
        'Somebody asked for a new password of your account. Type this code in the console, or open the link.',
        `Both work once, and for ${minutes} minutes.`,
      ],
      code,
      action: { label: 'Set a new password', url: link },
      footnote: 'If it was not you, do nothing: your password stays as it is.',
    }),
    passwordChanged: ({ firstName, at, signInLink }, brand) => ({
      subject: `Your ${brand} password was changed`,
      heading: 'Your password was changed',
      paragraphs: [
        firstName === '' ? 'Hello,' : `Hello ${firstName},`,
        `The password of your account was changed on ${at}. You have been signed out everywhere else.`,
      ],
      action: { label: 'Sign in', url: signInLink },
      footnote: 'If it was not you, reset your password now and tell your administrator.',
    }),
    notice: ({ title, text, link }) => ({
      subject: title,
      heading: title,
      paragraphs: [text],
      ...(link === undefined ? {} : { action: link }),
    }),
  },
  sentBy: (brand) => `Sent by ${brand}.`,
};
