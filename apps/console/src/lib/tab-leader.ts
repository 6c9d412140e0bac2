// One tab of a browser works for all: whichever holds the lock leads, and the next takes over when it goes.

/**
 * Calls `lead` in one tab at a time of those that share the name; what it returns ends the leading. Returns what
 * leaves. Where the browser has no locks (pages without TLS), every tab leads while it is seen: never many at once.
 */
export function leadAmongTabs(name: string, lead: () => () => void): () => void {
  // Left out by browsers on pages without TLS, whatever its type says.
  const locks: LockManager | undefined = navigator.locks;
  return locks === undefined ? leadWhileSeen(lead) : leadWithLock(locks, name, lead);
}

function leadWithLock(locks: LockManager, name: string, lead: () => () => void): () => void {
  const leaving = new AbortController();
  const { signal } = leaving;
  const work = () =>
    new Promise<void>((resolve) => {
      const end = lead();
      signal.addEventListener('abort', () => {
        end();
        resolve();
      });
    });
  locks.request(name, { signal }, work).catch(() => {
    // Left while waiting for its turn.
  });
  return () => leaving.abort();
}

function leadWhileSeen(lead: () => () => void): () => void {
  let end: (() => void) | undefined;
  const follow = () => {
    if (document.visibilityState === 'visible') end ??= lead();
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
