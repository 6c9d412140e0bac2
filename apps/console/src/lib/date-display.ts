// The tenant's format of dates and times, for whatever shows one.
import { displayFormat } from '@watchpost/domain/tenant-settings';

let current = displayFormat(undefined);

/** `supplied` is the tenant's dateFormat; without one the product's own is used. */
export function takeDateFormat(supplied: string | undefined): void {
  current = displayFormat(supplied);
}

/** In day.js tokens. */
export const dateTimeFormat = (): string => current;
