// The numbers of mailed one-time codes and links (FORGOT-04, OTP-04).

export const otpDigits = 6;
/** For the code, its link and what a right code was exchanged for. */
export const otpLifetimeMinutes = 10;
export const otpTriesMax = 5;
/** Mails with a code that one address gets within an hour, whatever is asked. */
export const otpMailsPerHour = 5;
/** And so many more from a browser that the account was used with, which strangers cannot use up. */
export const otpMailsOfKnown = 3;
