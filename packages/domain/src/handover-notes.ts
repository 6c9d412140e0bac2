// Notes that a guard leaves for anyone who is on duty next at the site (FIELD-01).

export const handoverTextMaxLength = 1_000;
/** For so long after its arrival a note is given to the phones of the site's guards; the record of it stays. */
export const handoverShownMs = 72 * 3_600_000;
/** Notes of a site that a phone is given at most, newest first. */
export const handoverShownMax = 20;
