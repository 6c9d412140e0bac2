import { dateFormat, viewerClock } from '../lib/rounds/round-times.ts';

/** Date and time of the viewer's zone, as the tenant writes them. */
export const timeWords = (ms: number): string => viewerClock(ms);

/** The same without the time. */
export const dayWords = (ms: number): string => viewerClock(ms, dateFormat());
