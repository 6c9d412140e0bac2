import { describe, expect, it } from 'vitest';
import * as limits from './limits.ts';

/** The constants of the two source documents, in their order: what, its value there, ours. */
const account: [string, unknown, unknown][] = [
  ['username max length', 50, limits.usernameMaxLength],
  ['password min length', 8, limits.passwordMinLength],
  ['password max length', 25, limits.passwordMaxLength],
  ['change-password input cap', 20, limits.changePasswordInputCap],
  ['OTP minimum', 4, limits.otpMinLength],
  ['profile name min length', 1, limits.profileNameMinLength],
  ['profile name max length', 50, limits.profileNameMaxLength],
  ['profile phone length', 10, limits.profilePhoneLength],
  ['default country code', '+91', limits.defaultCountryCode],
  ['info-page load delay, ms', 200, limits.infoPageLoadDelayMs],
  ['OTP popup width', 500, limits.otpDialogWidthPx],
  ['change-password dialog width', 600, limits.changePasswordDialogWidthPx],
  ['notification page size at first', 5, limits.notificationInitialPageSize],
  ['notification page size when the panel opens', 10, limits.notificationPageSize],
  ['notification offset at first', 0, limits.notificationStartOffset],
  ['profile popup close delay, ms', 1000, limits.profileCloseDelayMs],
  ['change and set password close delay, ms', 2000, limits.passwordCloseDelayMs],
  ['error display, ms', 5000, limits.messageDisplayMs],
  ['download link removal, ms', 1000, limits.downloadLinkRemovalMs],
  ['notification interval, ms', 60_000, limits.notificationPollMs],
  ['shared page size', 30, limits.reportPageSize],
  ['sign-out target', '/signin', limits.signOutPath],
  ['date and time', 'MMM DD, YYYY hh:mm A', limits.dateFormats.dateTime],
  ['short date and time', 'DD/MM/YY hh:mm A', limits.dateFormats.shortDateTime],
  ['date', 'MMM DD, YYYY', limits.dateFormats.date],
  ['file upload, bytes', 10_000_000, limits.uploadMaxBytes],
  ['profile image, bytes', 5_000_000, limits.profileImageMaxBytes],
  ['profile image side, px', 250, limits.profileImageMinSidePx],
  ['profile image kinds', ['jpeg', 'jpg', 'png'], limits.profileImageExtensions],
];
const reports: [string, unknown, unknown][] = [
  ['grid default page size', 15, limits.gridPageSize],
  ['grid start page', 0, limits.gridStartPage],
  ['default fetch limit', 10, limits.defaultFetchLimit],
  ['default column width', 130, limits.columnDefaultWidthPx],
  ['action column width', 120, limits.actionColumnWidthPx],
  ['start time column width', 300, limits.startTimeColumnWidthPx],
  ['initial load delay, ms', 200, limits.reportLoadDelayMs],
  ['map centre', { latitude: 18.5971, longitude: 73.7188 }, limits.mapDefaultCentre],
  ['map zoom', 11, limits.mapDefaultZoom],
  ['min distance, km', 0.1, limits.distanceMinKm],
  ['max distance, km', 1, limits.distanceMaxKm],
  ['default language', 'en', limits.defaultLanguage],
  ['default locale', 'en_US', limits.defaultUiLocale],
  ['date in filters', 'dd/mm/yy', limits.dateFormats.filter.toLowerCase()],
  ['phone, fewest digits', 7, limits.phoneMinDigits],
  ['phone, most digits', 13, limits.phoneMaxDigits],
  ['employee id, shortest', 2, limits.employeeIdMinLength],
  ['employee id, longest', 50, limits.employeeIdMaxLength],
  ['image extensions', ['jpeg', 'jpg', 'png', 'gif'], limits.imageExtensions],
  ['days from Sunday 1 to Saturday 7', [1, 2, 3, 4, 5, 6, 7], Object.values(limits.weekdayNumbers)],
  ['Sunday', 1, limits.weekdayNumbers.sunday],
  ['Saturday', 7, limits.weekdayNumbers.saturday],
];
/** Ours, where the source documents state no number. */
const own: [string, unknown, unknown][] = [
  ['most rows of one Excel 97 sheet beneath its header', 65_536 - 1, limits.xlsDataRowsMax],
  ['most rows of one page', 100, limits.pageSizeMax],
  ['most rows above the first of a page', 999_999_999, limits.pageOffsetMax],
  ['most events of one upload', 500, limits.fieldBatchMax],
  ['most guards of one search', 200, limits.searchGuardsMax],
];

describe('constants of the specification', () => {
  it.each(account)('[CONST] account: %s is %j', (_what, stated, ours) => expect(ours).toEqual(stated));
  it.each(reports)('[CONST] reports: %s is %j', (_what, stated, ours) => expect(ours).toEqual(stated));
  it.each(own)('%s is %j', (_what, stated, ours) => expect(ours).toEqual(stated));
});
