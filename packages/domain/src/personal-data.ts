// How long personal data is kept of which no tenant chooses it (docs/security/personal-data.md). Days.

/** Notifications, read or not. */
export const notificationRetentionDays = 180;
/** Mails that were sent or given up. */
export const mailRetentionDays = 90;
/** Browsers that an account was used with, since they were last used: longer than a year's pause. */
export const knownDeviceRetentionDays = 400;
/** Guards that were deleted: until then they can be brought back. */
export const deletedGuardRetentionDays = 30;
