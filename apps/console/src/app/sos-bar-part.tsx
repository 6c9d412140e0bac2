// The SOS bar's code comes right after what the page needs to be drawn, and is asked for until it has come.
import { type ComponentType, useEffect, useState } from 'react';
import { notificationFeedCode } from '../features/notifications/use-notification-feed.ts';
import type { BarProps } from '../features/sos-bar/sos-bar.tsx';

/** The feed's code goes before, for no longer than this. */
const afterFeedMs = 1_500;
const againMs = 2_000;

const wait = (ms: number) =>
  new Promise<void>((resolve) => {
    window.setTimeout(resolve, ms);
  });

async function fetchBar(stopping: AbortSignal): Promise<ComponentType<BarProps> | undefined> {
  await Promise.race([notificationFeedCode().catch(() => {}), wait(afterFeedMs)]);
  while (!stopping.aborted) {
    try {
      return (await import('../features/sos-bar/sos-bar.tsx')).SosBar;
    } catch {
      // Without a network, or replaced by an upgrade that the console has not followed yet.
      await wait(againMs);
    }
  }
  return undefined;
}

let fetched: ComponentType<BarProps> | undefined;

export function SosBarPart(props: BarProps) {
  const [Bar, setBar] = useState(() => fetched);
  useEffect(() => {
    if (Bar !== undefined) return undefined;
    const stopping = new AbortController();
    void fetchBar(stopping.signal).then((came) => {
      fetched ??= came;
      if (!stopping.signal.aborted) setBar(() => came);
    });
    return () => stopping.abort();
  }, [Bar]);
  return Bar === undefined ? null : <Bar {...props} />;
}
