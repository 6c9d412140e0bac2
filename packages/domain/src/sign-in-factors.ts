// The numbers of second factors and passkeys.

/** Between the password and the second step. */
export const secondStepMinutes = 10;
/** For a challenge that a passkey signs. */
export const passkeyChallengeMinutes = 5;
/** A session this young, or whose password was typed again this recently, may change factors. */
export const freshSessionMinutes = 10;
export const authenticatorDigits = 6;
/** A code holds this long, and the one before and after it are taken as well: clocks differ. */
export const authenticatorPeriodSeconds = 30;
export const recoveryCodeCount = 10;
export const recoveryCodeLength = 10;
export const passkeysMax = 20;
export const passkeyNameMaxLength = 50;

/** What may follow a right password; a passkey may also stand in its place. */
export const secondSteps = ['authenticator', 'passkey', 'recoveryCode'] as const;
export type SecondStep = (typeof secondSteps)[number];

/** Changes that are mailed to the account's owner. */
export const factorChanges = [
  'authenticatorAdded',
  'authenticatorRemoved',
  'passkeyAdded',
  'passkeyRenamed',
  'passkeyRemoved',
  'codesMade',
  'codeUsed',
  'reset',
] as const;
export type FactorChange = (typeof factorChanges)[number];
