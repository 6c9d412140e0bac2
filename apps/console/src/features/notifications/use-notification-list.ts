// The entries of the open panel: pages of the stored ones, and above them what arrives in the meantime (NOTIF-01, NOTIF-03).
import type { Notification } from '@watchpost/contract/notifications';
import { notificationStartOffset } from '@watchpost/domain/limits';
import { useCallback, useEffect, useRef, useState } from 'react';
import { t } from '../../lib/labels.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { onArrival } from './arrivals.ts';
import { fetchPage, saveRead, saveSeen } from './notifications.api.ts';
import { setUnreadCount } from './unread-count.ts';

type Entries = readonly Notification[];
type Loading = 'first' | 'more' | 'failed' | undefined;

/** Opening the panel sets the count to 0; when the server cannot be told, the next answer brings it back. */
function markSeen(): void {
  setUnreadCount(0);
  saveSeen().catch(() => {});
}

function withoutRepeats(entries: Entries): Notification[] {
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()];
}

/** Marks one entry, or all, and takes it back when the server did not. */
function useMarking(change: (next: (now: Entries) => Entries) => void) {
  return async (id: string | null) => {
    const isMeant = (entry: Notification) => entry.readAt === null && (id === null || entry.id === id);
    const marked = new Set<string>();
    const readAt = Date.now();
    change((now) =>
      now.map((entry) => {
        if (!isMeant(entry)) return entry;
        marked.add(entry.id);
        return { ...entry, readAt };
      }),
    );
    try {
      await saveRead(id);
    } catch {
      change((now) => now.map((entry) => (marked.has(entry.id) ? { ...entry, readAt: null } : entry)));
      toasts.error({ summary: t('error.summary'), text: t('notifications.notMarked') });
    }
  };
}

export function useNotificationList() {
  const [entries, setEntries] = useState<Entries>([]);
  const [loading, setLoading] = useState<Loading>('first');
  const next = useRef<{ offset: number; upTo: number | undefined }>({
    offset: notificationStartOffset,
    upTo: undefined,
  });
  const stopping = useRef(new AbortController());

  const load = useCallback(async () => {
    const { signal } = stopping.current;
    const { offset, upTo } = next.current;
    setLoading(offset === notificationStartOffset ? 'first' : 'more');
    try {
      const page = await fetchPage(offset, upTo, signal);
      if (signal.aborted) return;
      next.current = { offset: offset + page.limit, upTo: page.upTo };
      setEntries((now) => withoutRepeats([...now, ...page.data]));
      setLoading(undefined);
      if (page.data.length === 0) toasts.success({ text: t('notifications.noneFound') });
    } catch {
      if (!signal.aborted) setLoading('failed');
    }
  }, []);

  useEffect(() => {
    stopping.current = new AbortController();
    next.current = { offset: notificationStartOffset, upTo: undefined };
    markSeen();
    void load();
    const stop = onArrival((arrived) => {
      setEntries((now) => withoutRepeats([arrived, ...now]));
      markSeen();
    });
    return () => {
      stop();
      stopping.current.abort();
    };
  }, [load]);

  return { entries, loading, load, markRead: useMarking(setEntries) };
}
