// Tells every tab and the worker that something was recorded, sent or signed in.

/** called: for help, or that the guard is safe; tracked: where a guard who called for help is, now and then; sent: the server has said what becomes of records. */
const kinds = ['recorded', 'called', 'tracked', 'sent', 'changed'] as const;
export type News = (typeof kinds)[number];

const channelName = 'watchpost-outbox';
let channel: BroadcastChannel | null = null;
const listeners = new Set<(news: News) => void>();

function open(): BroadcastChannel | null {
  if (channel === null && typeof BroadcastChannel === 'function') {
    channel = new BroadcastChannel(channelName);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const news = kinds.find((kind) => kind === data);
      if (news !== undefined) hear(news);
    };
  }
  return channel;
}

function hear(news: News): void {
  for (const listener of listeners) listener(news);
}

export function tell(news: News): void {
  open()?.postMessage(news);
  hear(news);
}

export function onNews(listener: (news: News) => void): () => void {
  open();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
