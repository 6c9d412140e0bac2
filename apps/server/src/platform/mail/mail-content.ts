// What a message says, before it is laid out as HTML and as text.
import type { ConsentPurpose } from '@watchpost/domain/mail-consents';
import type { FactorChange } from '@watchpost/domain/sign-in-factors';

export interface MailContent {
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly (string | MailFigures)[];
  /** A code to type, set large. */
  readonly code?: string;
  readonly action?: { readonly label: string; readonly url: string };
  /** Small print under a line. */
  readonly footnote?: string;
  /** Under another line: the seal of the records. */
  readonly seal?: MailSeal;
  /** Beneath everything else, small. */
  readonly footLink?: { readonly label: string; readonly url: string };
}

/** Numbers with their names, set below each other. */
export interface MailFigures {
  readonly title: string;
  readonly figures: readonly { readonly label: string; readonly value: string }[];
}

/** A head of the log, for anyone who keeps the mail. */
export interface MailedHead {
  readonly size: number;
  /** As c2sp.org/tlog-checkpoint has it. */
  readonly note: string;
  readonly verifierKey: string;
}

export interface MailSeal {
  readonly title: string;
  readonly text: string;
  /** Set as it is, line by line. */
  readonly note: string;
  readonly keyLabel: string;
  readonly key: string;
}

/** A file of the store that goes along with a message. */
export interface MailAttachment {
  readonly key: string;
  readonly name: string;
  readonly mediaType: string;
}

/** Every kind of message and what has to be told for it. */
export interface MailValues {
  passwordReset: {
    readonly firstName: string;
    readonly code: string;
    readonly link: string;
    readonly minutes: number;
  };
  invitation: {
    readonly firstName: string;
    /** Name of who invites. */
    readonly inviter: string;
    readonly site: string;
    readonly link: string;
    /** For which the link works. */
    readonly days: number;
  };
  passwordChanged: { readonly firstName: string; readonly at: string; readonly signInLink: string };
  /** To the address that the account had before. */
  emailChanged: { readonly firstName: string; readonly at: string; readonly newEmail: string };
  /** `detail` is the passkey's name, or how many recovery codes are left. */
  signInFactorChanged: {
    readonly firstName: string;
    readonly change: FactorChange;
    readonly detail: string;
    readonly at: string;
    readonly signInLink: string;
  };
  /** A message whose words its sender has already put into the reader's language. */
  notice: {
    readonly title: string;
    readonly text: string;
    readonly link?: { readonly label: string; readonly url: string };
  };
  /** To somebody without an account, who is mailed nothing of that kind before they agree. */
  mailsOffered: {
    readonly purpose: ConsentPurpose;
    /** Name and address of who asks; empty where that is not known. */
    readonly inviter: string;
    readonly link: string;
  };
  /** Periods, figures and places are words of the reader's language already. */
  scheduledReport: {
    readonly report: string;
    readonly site: string | null;
    readonly period: string;
    /** IANA name of the zone whose clocks the period and all times of the files go by. */
    readonly timeZone: string;
    readonly figures: readonly MailFigures[];
    readonly rows: number;
    /** Sendings before this one that never were. */
    readonly skipped: number;
    readonly isTest: boolean;
    readonly isAttached: boolean;
    readonly link: string;
    readonly linkDays: number;
    readonly unsubscribeLink: string | null;
    /** The newest of the log; null where there is none to be vouched for. */
    readonly head: MailedHead | null;
  };
  /** The head of a day, to a witness. */
  logHead: {
    /** In words of the reader's language. */
    readonly day: string;
    readonly head: MailedHead;
    /** Null where no authority stamps it. */
    readonly stampLink: string | null;
    readonly stopLink: string;
  };
}

export type MailTemplate = keyof MailValues;

/** Whether a message holds what opens an account: such a one is forgotten as soon as it is sent or given up. */
export const carriesSecret: Readonly<Record<MailTemplate, boolean>> = {
  passwordReset: true,
  invitation: true,
  passwordChanged: false,
  emailChanged: false,
  signInFactorChanged: false,
  notice: false,
  // Its link says yes in the reader's place.
  mailsOffered: true,
  // Its link ends by itself, opens one report alone and is shown to no one; kept, so that it can be sent again.
  scheduledReport: false,
  // Its link ends the mails and opens nothing.
  logHead: false,
};

const isTemplate = (name: string): name is MailTemplate => Object.hasOwn(carriesSecret, name);
export const mailTemplates: readonly MailTemplate[] = Object.keys(carriesSecret).filter(isTemplate);

/** What tells a report from another of the same name: its site, unless the name says it already. */
export function reportAndSite({ report, site }: MailValues['scheduledReport']): string {
  const isNamed = site === null || report.toLowerCase().includes(site.toLowerCase());
  return isNamed ? report : `${report}, ${site}`;
}

/** How one language offers mails of a purpose; `what` stands within a sentence. */
export interface OfferTexts {
  readonly subject: string;
  readonly heading: string;
  readonly what: string;
  readonly why: string;
}

/** One language's words; `brand` is the tenant's name. */
export interface MailTexts {
  readonly templates: {
    readonly [Template in MailTemplate]: (values: MailValues[Template], brand: string) => MailContent;
  };
  /** Under every message: who sent it. */
  readonly sentBy: (brand: string) => string;
}
