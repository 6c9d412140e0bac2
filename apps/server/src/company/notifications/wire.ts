// Notifications as callers get them, and the places in the sequence that they resume from.
import type { Notification } from '@watchpost/contract/notifications';
import { noticeText } from './notice-texts.ts';
import type { FoundNotification } from './notifications.queries.ts';

/** For whom notifications are written. */
export interface Reader {
  readonly language: string;
  /** Of the browser that asks; null where it has none. */
  readonly deviceMark: string | null;
}

export function toWire(row: FoundNotification, { language, deviceMark }: Reader): Notification {
  const { id, kind, link } = row;
  const isHere = deviceMark !== null && row.params['mark'] === deviceMark;
  return {
    id,
    kind,
    link,
    createdAt: row.createdAt.getTime(),
    readAt: row.readAt?.getTime() ?? null,
    ...noticeText(kind, row.params, language, isHere),
  };
}

/** Names the user too: a console in which somebody else signed in since starts again. */
export function writePosition(userId: string, no: number): string {
  return `${userId}.${no}`;
}

/** Number of a place of this user's; null for anything else. */
export function readPosition(userId: string, text: string | null): number | null {
  const [owner, number] = (text ?? '').split('.');
  return owner === userId && number !== undefined && /^\d{1,9}$/.test(number) ? Number(number) : null;
}
