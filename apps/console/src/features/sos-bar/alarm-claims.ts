// Which tab of the browser is heard: of those that could be, the one that has been for longest. Said between the tabs by
// themselves, since a page without TLS has no locks.

interface Claim {
  readonly kind: 'claim' | 'given';
  readonly tab: string;
  /** When the tab began, by the machine's clock. */
  readonly sinceMs: number;
}

export interface Claims {
  /** True where this tab is the one; says so to the others. */
  take(): boolean;
  /** This tab is not, or no longer. */
  release(): void;
  /** Whether another tab is. */
  isTaken(): boolean;
  close(): void;
}

/** A tab that is heard says so often enough that one which goes without a word is missed soon. */
const claimLastsMs = 2_500;

const isOlder = (one: Claim, other: Claim): boolean =>
  one.sinceMs < other.sinceMs || (one.sinceMs === other.sinceMs && one.tab < other.tab);

export function claimsOn(name: string, onChange: () => void): Claims {
  const channel = new BroadcastChannel(name);
  const tab = Math.random().toString(36).slice(2);
  const others = new Map<string, { claim: Claim; lastSeenMs: number }>();
  let sinceMs: number | null = null;
  channel.addEventListener('message', ({ data }: MessageEvent<Claim>) => {
    if (data.kind === 'claim') others.set(data.tab, { claim: data, lastSeenMs: Date.now() });
    else others.delete(data.tab);
    onChange();
  });
  const release = () => {
    if (sinceMs === null) return;
    channel.postMessage({ kind: 'given', tab, sinceMs } satisfies Claim);
    sinceMs = null;
  };
  // A tab says so when it is closed; one that crashes is missed.
  window.addEventListener('pagehide', release);
  const claims = (): Claim[] => {
    for (const [other, { lastSeenMs }] of others)
      if (Date.now() - lastSeenMs > claimLastsMs) others.delete(other);
    return [...others.values()].map(({ claim }) => claim);
  };
  return {
    take() {
      const own: Claim = { kind: 'claim', tab, sinceMs: sinceMs ?? Date.now() };
      if (claims().some((claim) => isOlder(claim, own))) {
        sinceMs = null;
        return false;
      }
      sinceMs = own.sinceMs;
      channel.postMessage(own);
      return true;
    },
    release,
    isTaken: () => claims().length > 0,
    close: () => {
      window.removeEventListener('pagehide', release);
      channel.close();
    },
  };
}
