// What a guard's record may hold, and the secret by which the guard signs in on a phone (MNG-03).

/** Sites that one guard can work at. */
export const guardSitesMax = 100;
/** Guards whose secrets one call issues: each is hashed, which is slow by design. */
export const secretsAtOnceMax = 100;

/** What a list of guards can be narrowed to. */
export const secretStates = ['none', 'issued', 'retired'] as const;
export type SecretState = (typeof secretStates)[number];
/** A guard on duty is not thrown out when a retired secret is issued again: the phone's session ends so many hours later. */
export const sessionHoursAfterRetired = 24;

/** Nothing that is mistaken for something else when it is read from paper. */
export const secretAlphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
/** Groups of letters with a hyphen between: 59 bits that can be read aloud. */
export const secretGroups = 3;
export const secretGroupLength = 4;

/** Rounds and days that a guard's details tell of. */
export const lastRoundsShown = 10;
export const guardDetailsDays = 30;
/** Rounds of those days that doubts are counted in; more than one every two hours. */
export const flaggedRoundsMax = 400;
