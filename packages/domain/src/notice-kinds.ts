// The kinds of notifications, and the values that each message is made from (NOTIF-05).

export const noticeKinds = [
  'sosRaised',
  'incidentReported',
  'roundMissed',
  'roundNotBegun',
  'roundLate',
  'roundIncompleted',
  'exceptionAssigned',
  'newSignIn',
  'passwordChanged',
  'accountDeactivated',
  'evidenceLogBroken',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** The channels of notifications. Push reaches only browsers in which somebody switched it on (NOTIF-06). */
export const noticeChannels = ['console', 'push'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

/** A round that has not ended this long after its expected time is reported as late. */
export const roundLateGraceMinutes = 10;

/** When a round was due, to be shown by the site's clock. Older notices have none of it. */
export interface NoticeDue {
  dueAtMs: number;
  /** IANA name, of the site. */
  timeZone: string;
  /** As the company has its hours counted. */
  hourCycle: 'h12' | 'h23';
}

/** Values that the text of a kind fills in. */
export interface NoticeParams {
  sosRaised: { guard: string; site: string };
  incidentReported: { incident: string; site: string };
  roundMissed: { route: string; site: string } & NoticeDue;
  /** Minutes until it is missed. */
  roundNotBegun: { route: string; site: string; minutes: number } & NoticeDue;
  /** Minutes since it was started; due is its end. */
  roundLate: { route: string; site: string; minutes: number } & NoticeDue;
  roundIncompleted: { guard: string; route: string; site: string; scanned: number; total: number };
  /** The route and site are those of the first. */
  exceptionAssigned: { by: string; count: number; route: string; site: string };
  /** `mark` tells the device's own reader from others. */
  newSignIn: { device: string; address: string; mark: string };
  passwordChanged: { device: string; address: string };
  accountDeactivated: { account: string };
  evidenceLogBroken: Record<never, never>;
}

/** Languages that notifications are written in. */
export const noticeLanguages = ['en', 'hi', 'mr'] as const;

/** How many notifications a recipient keeps; the oldest go first. */
export const notificationsMax = 1_000;
