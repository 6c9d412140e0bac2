// How long personal data is kept of which no tenant chooses it (docs/security/personal-data.md). Days.

/** Notifications, read or not. */
export const notificationsKeptDays = 180;
/** Mails that were sent or given up. */
export const mailKeptDays = 90;
/** Browsers that an account was used with, since they were last used: longer than a year's pause. */
export const knownDevicesKeptDays = 400;
/** Guards that were deleted: until then they can be brought back. */
export const deletedGuardsKeptDays = 30;
