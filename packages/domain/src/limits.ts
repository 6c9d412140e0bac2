// Every number that the specification states, once (CONST; source documents A9 and R9).

export const usernameMaxLength = 50;
export const passwordMinLength = 8;
export const passwordMaxLength = 25;
/** The change-password form stops typing here although 25 would be accepted (CHPW-03). */
export const changePasswordInputCap = 20;
export const otpMinLength = 4;
export const profileNameMinLength = 1;
export const profileNameMaxLength = 50;
export const profilePhoneLength = 10;
export const phoneMinDigits = 7;
export const phoneMaxDigits = 13;
export const employeeIdMinLength = 2;
export const employeeIdMaxLength = 50;
export const defaultCountryCode = '+91';

export const infoPageLoadDelayMs = 200;
export const reportLoadDelayMs = 200;
export const profileCloseDelayMs = 1_000;
export const passwordCloseDelayMs = 2_000;
export const messageDisplayMs = 5_000;
export const downloadLinkRemovalMs = 1_000;
export const notificationPollMs = 60_000;

export const otpDialogWidthPx = 500;
export const changePasswordDialogWidthPx = 600;
export const columnDefaultWidthPx = 130;
export const actionColumnWidthPx = 120;
export const startTimeColumnWidthPx = 300;

/** Before the panel has been opened; opening it sets notificationPageSize and notificationStartOffset. */
export const notificationInitialPageSize = 5;
export const notificationPageSize = 10;
export const notificationStartOffset = 0;
export const defaultFetchLimit = 10;
export const reportPageSize = 30;
export const gridPageSize = 15;
export const gridStartPage = 0;
/** No list answers with more rows than this, whatever is asked. */
export const pageSizeMax = 100;
/** No report opens further down than this. */
export const pageOffsetMax = 999_999_999;
export const searchTextMaxLength = 100;
/** Rows that one sheet of an Excel 97 file holds beneath its header (EXP-03). */
export const xlsDataRowsMax = 65_535;
/** Rows of a PDF: more are no longer read on paper, and its writer holds an object a page. */
export const pdfRowsMax = 50_000;

export const uploadMaxBytes = 10_000_000;
export const profileImageMaxBytes = 5_000_000;
export const profileImageMinSidePx = 250;
export const imageExtensions = ['jpeg', 'jpg', 'png', 'gif'] as const;
/** A tenant's logo is kept no larger than this, which is twice what any screen shows of it. */
export const logoMaxWidthPx = 480;
export const logoMaxHeightPx = 128;
/** Sides of the small squares that are kept of a picture. */
export const thumbnailSidesPx = ['96', '250'] as const;
export const profileImageExtensions = ['jpeg', 'jpg', 'png'] as const;

export const mapDefaultCentre = { latitude: 18.5971, longitude: 73.7188 } as const;
export const mapDefaultZoom = 11;

/** Range of a distance setting, in kilometres. */
export const distanceMinKm = 0.1;
export const distanceMaxKm = 1;

export const defaultLanguage = 'en';
export const defaultUiLocale = 'en_US';
export const signOutPath = '/signin';

/** Display formats in day.js tokens. The filter format is the source's dd/mm/yy. */
export const dateFormats = {
  filter: 'DD/MM/YY',
  dateTime: 'MMM DD, YYYY hh:mm A',
  shortDateTime: 'DD/MM/YY hh:mm A',
  date: 'MMM DD, YYYY',
} as const;

/** Days of the week as schedules store them (R9). */
export const weekdayNumbers = {
  sunday: 1,
  monday: 2,
  tuesday: 3,
  wednesday: 4,
  thursday: 5,
  friday: 6,
  saturday: 7,
} as const;

/** Most events that one field upload may carry. */
export const fieldBatchMax = 500;
/** A search that matches more guards than this asks for more letters. */
export const searchGuardsMax = 200;
