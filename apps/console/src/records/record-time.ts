import dayjs from 'dayjs';
import { dateTimeFormat } from '../lib/date-display.ts';
import { dateFormat } from '../lib/rounds/round-times.ts';

/** Date and time of the viewer's zone, as the tenant writes them. */
export const timeWords = (ms: number): string => dayjs(ms).format(dateTimeFormat());

/** The same without the time. */
export const dayWords = (ms: number): string => dayjs(ms).format(dateFormat());
