/** Every way in which a request can fail: code -> HTTP status and the message in the default language. */
export const errorCodes = {
  // 400: the answer is a map of fields (API-04)
  invalid: { status: 400, message: 'This value is not valid.' },
  // others: the answer is a general list
  signInFailed: { status: 401, message: 'Invalid email and password' },
  sessionEnded: { status: 401, message: 'Your session has ended. Please sign in again.' },
  fieldSignInFailed: { status: 401, message: 'Invalid employee id or secret' },
  fieldSecretRetired: {
    status: 403,
    message: 'This secret is no longer valid, since you were moved. Ask your control room for a new one.',
  },
  accountDeactivated: { status: 403, message: 'This account is deactivated please contact with Admin' },
  roleInvalid: { status: 403, message: 'Invalid role, contact to server team' },
  noAccessGroup: { status: 403, message: 'No access group assigned to the user.' },
  demoBeyondMachine: {
    status: 403,
    message:
      'This demo answers on its own machine only, since its passwords are published. Set DEMO=off to reach it from elsewhere.',
  },
  notPermitted: { status: 403, message: 'You do not have access to this.' },
  crossSiteToken: {
    status: 403,
    message: 'The request did not come from this console. Reload the page and try again.',
  },
  notFound: { status: 404, message: 'Not found, or not visible to you.' },
  secondStepNeeded: {
    status: 401,
    message: 'The password is right. This account also needs its second step to sign in.',
  },
  signInExpired: { status: 401, message: 'This sign-in took too long or was finished. Please start again.' },
  confirmFirst: { status: 403, message: 'Enter your password once more before you change this.' },
  codeWrong: { status: 422, message: 'This code is not right, or was used before.' },
  setupEnded: { status: 422, message: 'This took too long. Begin again with a new code to scan.' },
  passwordWrong: { status: 422, message: 'The password is not right.' },
  passkeyRefused: {
    status: 422,
    message: 'This passkey could not be used here. Try again or use another way.',
  },
  passkeysFull: { status: 409, message: 'There is no room for another passkey. Remove one first.' },
  factorRequired: {
    status: 409,
    message: 'Your organisation requires a second step. Add another one before you remove this.',
  },
  otpInvalid: { status: 422, message: 'Invalid OTP' },
  grantEnded: {
    status: 422,
    message: 'This link or code was used before or has expired. Ask for a new one.',
  },
  oldPasswordWrong: { status: 422, message: 'The old password is not right.' },
  methodNotAllowed: { status: 405, message: 'This address does not take that method.' },
  nothingToExport: { status: 409, message: 'Data is not available' },
  idReused: { status: 409, message: 'This id was already used for something else. Send a new id.' },
  hasHistory: {
    status: 409,
    message: 'Recorded history depends on this, so it cannot be deleted. Deactivate it instead.',
  },
  stillUsed: {
    status: 409,
    message: 'Other records still depend on this. Delete or move those first.',
  },
  importUnderWay: {
    status: 409,
    message: 'This import has started already, or its rows must be checked first.',
  },
  employeeIdTaken: { status: 409, message: 'Another guard has this employee id by now.' },
  guardStillActive: {
    status: 409,
    message: 'Only data of somebody who left can be erased. Deactivate the guard first.',
  },
  guardErased: { status: 409, message: 'The data of this guard were erased. Nothing of it can be changed.' },
  /** Their names follow the colon. */
  guardWorksElsewhere: {
    status: 403,
    message:
      'These guards work at other sites too, so only a super admin can change this. You can take them off your own site: {names}',
  },
  nfcTagTaken: { status: 409, message: 'Another checkpoint has this NFC tag by now.' },
  siteDeleted: { status: 409, message: 'The site of this record is deleted. Bring the site back first.' },
  /** Their names follow the colon. */
  checkpointsDeleted: {
    status: 409,
    message: 'These checkpoints of the route are deleted. Bring them back first: {names}',
  },
  routeDeleted: { status: 409, message: 'The route of this tour is deleted. Bring it back first: {names}' },
  shiftDeleted: { status: 409, message: 'The shift of this tour is deleted. Bring it back first: {names}' },
  onlyActivatedDeleted: { status: 409, message: 'Only what is activated can be deleted.' },
  roundBegun: { status: 409, message: 'A guard has started this round, so it cannot be excused.' },
  dueRoundChanged: {
    status: 409,
    message: 'Somebody else decided about this round, or more of it has arrived. Look at it again first.',
  },
  statusNotNext: {
    status: 409,
    message: 'An incident goes from New to Attended to Closed, one step at a time.',
  },
  incidentClosed: { status: 409, message: 'This incident is closed; only comments can be added to it.' },
  photosFull: { status: 409, message: 'This incident has as many photos as it can hold.' },
  exceptionClosed: { status: 409, message: 'This exception is closed. Open it again first.' },
  exceptionNotClosed: { status: 409, message: 'This exception is not closed.' },
  filesFull: { status: 409, message: 'This exception has as many files as it can hold.' },
  deviceRevoked: {
    status: 403,
    message: 'This phone was blocked by the office. What it holds is kept until it is allowed again.',
  },
  deviceCleared: { status: 403, message: 'This phone was cleared and blocked by the office.' },
  deviceNotSo: { status: 409, message: 'This phone is not in a state for that any more.' },
  floorPlansFull: { status: 409, message: 'This site has as many floor plans as it can hold.' },
  reportsFull: {
    status: 409,
    message: 'There are as many scheduled reports as can be. Delete one that no one needs first.',
  },
  reportsFullForSubAdmins: {
    status: 409,
    message:
      'Sub admins can have no more scheduled reports. Delete one of your site first, or ask a super admin.',
  },
  editedMeanwhile: {
    status: 409,
    message: 'Somebody else saved this while you were editing. Nothing of yours was saved yet.',
  },
  mailNotKept: {
    status: 409,
    message: 'This message cannot be sent again: what it said is no longer kept. Have a new one written.',
  },
  recipientAnswered: { status: 409, message: 'This person has agreed already, or has an account.' },
  recipientStopped: {
    status: 409,
    message:
      'This person asked not to be mailed. Only they can take that back, by the link of a mail they have.',
  },
  invitationTooSoon: {
    status: 409,
    message: 'This address was asked less than a day ago. Give the person time to answer.',
  },
  invitationsOfAddressSpent: {
    status: 409,
    message:
      'This address was asked three times without an answer. Ask the person to look for the mail, or use another address.',
  },
  invitationsSpent: {
    status: 409,
    message: 'Your company has asked as many people as it may within a day. Try again tomorrow.',
  },
  addressNotAgreed: {
    status: 409,
    message:
      'Your own address changed and is not proven yet. Open the mail that was sent there and agree, then try again.',
  },
  witnessesFull: {
    status: 409,
    message: 'There are as many witnesses as there can be. Remove one first.',
  },
  runNotFailed: { status: 409, message: 'Only a run that failed can be made once more.' },
  reportPaused: { status: 409, message: 'This report is paused. Resume it first.' },
  providerAddress: {
    status: 422,
    message: 'The sign-in service has an address that this server may not call.',
  },
  providerUnreachable: {
    status: 503,
    message: 'The sign-in service does not answer just now. Try again shortly, or use your password.',
  },
  providerDenied: {
    status: 403,
    message: 'You were not signed in: the sign-in service was left or refused you.',
  },
  providerFlowLost: {
    status: 422,
    message: 'This sign-in took too long or was started in another window. Please start again.',
  },
  providerDistrusted: {
    status: 403,
    message:
      'The answer of the sign-in service could not be trusted. Please start again or tell your administrator.',
  },
  providerClock: {
    status: 403,
    message: 'The clocks of this server and of the sign-in service differ too much. Tell your administrator.',
  },
  providerEmail: {
    status: 403,
    message:
      'The sign-in service has not verified your email address, so it cannot be matched to an account.',
  },
  providerUnknown: {
    status: 403,
    message: 'No account here belongs to the email address of your sign-in. Ask a super admin for one.',
  },
  providerOtherPerson: {
    status: 403,
    message: 'The account of this email address is linked to somebody else at the sign-in service.',
  },
  evidenceLogBroken: {
    status: 409,
    message:
      'The log of evidence was cut or rewritten behind the product, so nothing is sealed. Ask who runs the server.',
  },
  tooLarge: { status: 413, message: 'Entity is too large to upload' },
  mediaType: { status: 415, message: 'Send the body as application/json.' },
  rangeOutside: { status: 416, message: 'The file ends before the range begins. Ask for an earlier one.' },
  tooManyRows: { status: 422, message: 'Too many rows for this file type. Choose .xlsx or .csv.' },
  evidenceTooLarge: {
    status: 422,
    message: 'Too many rounds for one evidence file. Choose fewer days or one site.',
  },
  tileServerAway: {
    status: 502,
    message: 'The tile server of the maps gives no answer. Maps show outlines until it does.',
  },
  slowDown: { status: 429, message: 'Too many attempts. Wait a moment and try again.' },
  internal: { status: 500, message: 'The server could not finish this. Nothing was saved; try again.' },
  unavailable: { status: 503, message: 'The server cannot reach its database just now. Try again shortly.' },
  busy: { status: 503, message: 'The server has more to do than it can just now. Try again shortly.' },
  storageFull: {
    status: 503,
    message: 'The server has no room left to save this. Tell your administrator, then try again.',
  },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof errorCodes;

export interface Message {
  readonly code: ErrorCode;
  readonly message: string;
}
/** Body of a 400: field -> messages. */
export type FieldErrors = Readonly<Record<string, readonly Message[]>>;
/** Body of every other failure. */
export interface GeneralErrors {
  readonly general: readonly Message[];
  /** Names the request in the server's log. */
  readonly requestId?: string;
}
