import type { ConsentPurpose } from '@watchpost/domain/mail-consents';
import type { FactorChange } from '@watchpost/domain/sign-in-factors';
import { type MailTexts, type OfferTexts, reportAndSite } from '../mail-content.ts';
import { sealIn } from './log-heads.ts';

const factorChanges: Readonly<Record<FactorChange, (detail: string) => string>> = {
  authenticatorAdded: () => 'An authenticator app was added to your account.',
  authenticatorRemoved: () => 'The authenticator app of your account was removed.',
  passkeyAdded: (detail) => `The passkey “${detail}” was added to your account.`,
  passkeyRenamed: (detail) => `A passkey of your account is now called “${detail}”.`,
  passkeyRemoved: (detail) => `The passkey “${detail}” of your account was removed.`,
  codesMade: () => 'New recovery codes were made for your account. The ones before no longer work.',
  codeUsed: (detail) => `Somebody signed in to your account with a recovery code. Codes left: ${detail}.`,
  reset: () =>
    'An administrator removed all second steps of your account. Your password alone signs you in until you add new ones.',
};

const offers: Readonly<Record<ConsentPurpose, OfferTexts>> = {
  scheduledReports: {
    subject: 'may we mail you patrol reports?',
    heading: 'Do you want to get patrol reports?',
    what: 'reports of its security patrols',
    why: 'They tell of rounds, incidents and what was missed.',
  },
  logHeads: {
    subject: 'may we mail you the seals of our records?',
    heading: 'Do you want to be a witness of the records?',
    what: 'the daily seal of its patrol records',
    why: 'By the seals you can show later that nothing of the records was changed.',
  },
};

export const en: MailTexts = {
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
    invitation: ({ firstName, inviter, site, link, days }, brand) => ({
      subject: `Your ${brand} account`,
      heading: 'You are invited',
      paragraphs: [
        firstName === '' ? 'Hello,' : `Hello ${firstName},`,
        `${inviter} invites you to manage the site ${site} in ${brand}.`,
        `Open the link and choose a password. It works once, and for ${days} days.`,
      ],
      action: { label: 'Choose a password', url: link },
      footnote:
        'If the link has expired, choose “Forgot password?” on the sign-in page: a new one is mailed to this address.',
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
    emailChanged: ({ firstName, at, newEmail }, brand) => ({
      subject: `The address of your ${brand} account was changed`,
      heading: 'Your e-mail address was changed',
      paragraphs: [
        firstName === '' ? 'Hello,' : `Hello ${firstName},`,
        `On ${at} the e-mail address of your account was changed to ${newEmail}. You sign in with that address now, and codes and messages go there.`,
      ],
      footnote:
        'If it was not you, tell another super admin of your company at once: this address opens the account no more.',
    }),
    signInFactorChanged: ({ firstName, change, detail, at, signInLink }, brand) => ({
      subject: `Your ${brand} sign-in was changed`,
      heading: 'Your sign-in was changed',
      paragraphs: [
        firstName === '' ? 'Hello,' : `Hello ${firstName},`,
        factorChanges[change](detail),
        `On ${at}.`,
      ],
      action: { label: 'Sign in', url: signInLink },
      footnote: 'If it was not you, change your password now and tell your administrator.',
    }),
    notice: ({ title, text, link }) => ({
      subject: title,
      heading: title,
      paragraphs: [text],
      ...(link === undefined ? {} : { action: link }),
    }),
    mailsOffered: ({ purpose, inviter, link }, brand) => ({
      subject: `${brand}: ${offers[purpose].subject}`,
      heading: offers[purpose].heading,
      paragraphs: [
        `${inviter === '' ? brand : `${inviter} of ${brand}`} would like to mail ${offers[purpose].what} to this address.`,
        offers[purpose].why,
        'Nothing of it is sent unless you agree. Open the page to say yes or no.',
      ],
      action: { label: 'Agree or say no', url: link },
      footnote: `If you do not know ${brand}, say no on that page: you are then not asked again. If you do nothing, nothing is sent.`,
    }),
    scheduledReport: (report, brand) => ({
      subject: `${report.isTest ? 'Test: ' : ''}${reportAndSite(report)}, ${report.period}`,
      heading: report.report,
      paragraphs: [
        `${report.site ?? 'All sites'}. ${report.period}. Times of ${report.timeZone}.`,
        ...(report.rows === 0
          ? ['Nothing happened in this time that the report would list.']
          : report.figures),
        ...(report.skipped === 0
          ? []
          : [
              `${report.skipped} earlier reports were not sent, since the system was not running when they were due. This one covers the time named above alone.`,
            ]),
        report.isAttached
          ? 'The files are attached. They also lie behind the link.'
          : 'The files are too large for a mail. They lie behind the link.',
      ],
      action: { label: 'Open the report', url: report.link },
      footnote: [
        report.isTest
          ? 'Only you were sent this test.'
          : `You are sent this because this address is on the list of the report at ${brand}.`,
        `The link works without signing in, for ${report.linkDays} days. Anyone who has it can open the report.`,
      ].join(' '),
      ...(report.head === null ? {} : { seal: sealIn('en', report.head) }),
      ...(report.unsubscribeLink === null
        ? {}
        : { footLink: { label: 'Send me this report no more', url: report.unsubscribeLink } }),
    }),
    logHead: ({ day, head, stampLink, stopLink }, brand) => ({
      subject: `${brand}: seal of the records, ${day}`,
      heading: `Seal of ${day}`,
      paragraphs: [
        `This is what the patrol records of ${brand} were when ${day} began (UTC). You need do nothing but keep this mail.`,
        'If the records are ever disputed, your mail shows whether what they said on this day was changed since.',
      ],
      ...(stampLink === null
        ? {}
        : { action: { label: 'Time-stamp of an independent authority', url: stampLink } }),
      footnote: `You are sent this once a day because you agreed to be a witness for ${brand}.`,
      seal: sealIn('en', head),
      footLink: { label: 'Stop these mails', url: stopLink },
    }),
  },
  sentBy: (brand) => `Sent by ${brand}.`,
};
