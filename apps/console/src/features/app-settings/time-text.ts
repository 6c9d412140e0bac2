import dayjs from 'dayjs';
import { dateTimeFormat } from '../../lib/date-display.ts';

/** An instant (epoch milliseconds) on the viewer's clock, as the tenant writes times. */
export const timeText = (atMs: number): string => dayjs(atMs).format(dateTimeFormat());
