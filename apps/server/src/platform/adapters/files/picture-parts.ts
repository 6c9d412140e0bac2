import { thumbnailSidesPx } from '@watchpost/domain/limits';

/** A picture lies in the store as its main part and one part for each thumbnail. */
export const partKey = (storageKey: string, part: string): string => `${storageKey}/${part}`;

export const mainPart = 'main';

export const pictureParts: readonly string[] = [mainPart, ...thumbnailSidesPx];
