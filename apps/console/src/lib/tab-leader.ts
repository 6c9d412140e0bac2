// One tab of a browser works for all: whichever holds the lock leads, and the next takes over when it goes.

/**
 * Calls `lead` in one tab at a time of those that share the name; what it returns ends the leading. Returns what
 * leaves. Where the browser has no locks (pages without TLS), every tab leads while it is seen: never many at once.
 */
export function leadAmongTabs(name: string, onLead: () => () => void): () => void {
  // Left out by browsers on pages without TLS, whatever its type says.
  const locks: LockManager | undefined = navigator.locks;
  return locks === undefined ? leadWhileSeen(onLead) : leadWithLock(locks, name, onLead);
}

function leadWithLock(locks: LockManager, name: string, onLead: () => () => void): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  const work = () =>
    new Promise<void>((resolve) => {
      const end = onLead();
      signal.addEventListener('abort', () => {
        end();
        resolve();
      });
    });
  locks.request(name, { signal }, work).catch(() => {
    // Left while waiting for its turn.
  });
  return () => stopping.abort();
}

function leadWhileSeen(onLead: () => () => void): () => void {
  let end: (() => void) | undefined;
  const follow = () => {
    if (document.visibilityState === 'visible') end ??= onLead();
    else {
      end?.();
      end = undefined;
    }
  };
  document.addEventListener('visibilitychange', follow);
  follow();
  return () => {
    document.removeEventListener('visibilitychange', follow);
    end?.();
  };
}
