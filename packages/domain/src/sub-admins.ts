/** Invited: has set no password yet. Deactivated comes before both. */
export const subAdminStates = ['invited', 'active', 'deactivated'] as const;

/** How long the link of an invitation works, once. */
export const invitationDays = 7;

/** What a mailed link for a password is: good, or why not; unknown once it was used or withdrawn. */
export const passwordLinkStates = ['good', 'expired', 'replaced', 'unknown'] as const;
export type PasswordLinkState = (typeof passwordLinkStates)[number];
