// A stream of the server's events that is made again whenever it breaks.

export interface EventConnection {
  /** Connects again at once, e.g. because what is connected seems to be dead. */
  renew(): void;
  close(): void;
}

interface Message {
  readonly data: unknown;
  readonly lastEventId: string;
}

interface EventConnectionSettings {
  /** Asked for each connection, so that it can go on where the one before was. */
  readonly address: () => string;
  readonly events: Readonly<Record<string, (message: Message) => void>>;
  /** The connection broke; the next try follows by itself. */
  readonly onBreak?: () => void;
}

const firstDelayMs = 1_000;
const longestDelayMs = 30_000;

/** Milliseconds before the next try, growing with the tries before; scattered, so that consoles do not return together. */
export function retryDelayMs(tries: number, random: () => number = Math.random): number {
  return Math.min(firstDelayMs * 2 ** tries, longestDelayMs) * (0.5 + random() / 2);
}

/** The browser's own reconnecting gives up for good when a server that restarts answers with an error. */
export function openEventConnection({ address, events, onBreak }: EventConnectionSettings): EventConnection {
  let source: EventSource | null = null;
  let timer = 0;
  let tries = 0;
  const disconnect = () => {
    window.clearTimeout(timer);
    source?.close();
  };
  const connect = () => {
    disconnect();
    const opened = new EventSource(address());
    source = opened;
    for (const [name, listener] of Object.entries(events)) {
      opened.addEventListener(name, (message: Message) => {
        tries = 0;
        listener(message);
      });
    }
    opened.addEventListener('error', () => {
      disconnect();
      timer = window.setTimeout(connect, retryDelayMs(tries));
      tries += 1;
      onBreak?.();
    });
  };
  const renew = () => {
    tries = 0;
    connect();
  };
  window.addEventListener('online', renew);
  connect();
  return {
    renew,
    close: () => {
      window.removeEventListener('online', renew);
      disconnect();
    },
  };
}
