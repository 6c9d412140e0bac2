import dayjs from 'dayjs';
import { dateTimeFormat } from '../lib/date-display.ts';

/** Date and time of the viewer's zone, as the tenant writes them. */
export const timeWords = (ms: number): string => dayjs(ms).format(dateTimeFormat());
