// Tells every tab and the worker that something was recorded, sent or signed in.

/** called: for help, or that the guard is safe; tracked: where a guard who called for help is, now and then; sent: the server has said what becomes of records. */
const kinds = ['recorded', 'called', 'tracked', 'sent', 'changed'] as const;
export type OutboxUpdate = (typeof kinds)[number];

const channelName = 'watchpost-outbox';
let channel: BroadcastChannel | null = null;
const listeners = new Set<(update: OutboxUpdate) => void>();

function open(): BroadcastChannel | null {
  if (channel === null && typeof BroadcastChannel === 'function') {
    channel = new BroadcastChannel(channelName);
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const update = kinds.find((kind) => kind === data);
      if (update !== undefined) dispatch(update);
    };
  }
  return channel;
}

function dispatch(update: OutboxUpdate): void {
  for (const listener of listeners) listener(update);
}

export function notify(update: OutboxUpdate): void {
  open()?.postMessage(update);
  dispatch(update);
}

export function onUpdate(listener: (update: OutboxUpdate) => void): () => void {
  open();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}
