// Who has agreed to be mailed: people without an account get one question, and nothing else until they say yes.

/** What somebody can agree to. */
export const consentPurposes = ['scheduledReports', 'logHeads'] as const;
export type ConsentPurpose = (typeof consentPurposes)[number];

/** `agreedBefore` was mailed already when asking began, with a link to stop in each mail. */
export const consentStates = ['invited', 'agreed', 'agreedBefore', 'stopped'] as const;
export type ConsentState = (typeof consentStates)[number];

/** What a list of recipients says of an address: as its consent, and `agreed` also for one that has an account. */
export const recipientStates = ['notInvited', ...consentStates] as const;
export type RecipientState = (typeof recipientStates)[number];

export const mayBeMailed = (state: RecipientState): boolean => state === 'agreed' || state === 'agreedBefore';

/** Addresses that one tenant may ask within 24 hours. */
export const invitationsPerDay = 60;
/** How often one address is asked, ever. */
export const invitationsOfAddressMax = 3;
/** Hours between two invitations of one address. */
export const invitationPauseHours = 24;
/** Accounts of sites that one tenant may invite within 24 hours. */
export const accountInvitationsPerDay = 200;
/** Invitations of one such address within the time that sent mail is kept. */
export const accountInvitationsOfAddressMax = 10;
/** Days that a link of a mail opens the page where its reader says yes or no. */
export const consentLinkRetentionDays = 400;
/** Days after which an address is deleted that no list names and that has not said no. */
export const unusedConsentRetentionDays = 400;
