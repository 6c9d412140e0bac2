// What a screen on a wall needs: it stays lit, and fills the whole of it when asked.
import { useEffect, useSyncExternalStore } from 'react';

/** Keeps the screen on while shown, where the browser can; it lets go of it whenever the page is hidden. */
export function useWakeLock(isOn: boolean): void {
  useEffect(() => {
    // Left out by browsers on pages without TLS, whatever its type says.
    const wakeLock: WakeLock | undefined = navigator.wakeLock;
    if (!isOn || wakeLock === undefined) return undefined;
    let held: WakeLockSentinel | null = null;
    let isLeft = false;
    const keepAwake = async () => {
      if (document.hidden || isLeft || (held !== null && !held.released)) return;
      try {
        const lock = await wakeLock.request('screen');
        if (isLeft) await lock.release();
        else held = lock;
      } catch {
        // Refused, e.g. to save the battery: asked again when the page is seen again.
      }
    };
    const again = () => void keepAwake();
    void keepAwake();
    document.addEventListener('visibilitychange', again);
    return () => {
      isLeft = true;
      document.removeEventListener('visibilitychange', again);
      void held?.release();
    };
  }, [isOn]);
}

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

export function useFullScreen(): { readonly isFull: boolean; readonly toggle: () => void } {
  const isFull = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null);
  const toggle = () => {
    const done = isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen();
    done.catch(() => {
      // The browser does not let it; the board is the same in its window.
    });
  };
  return { isFull, toggle };
}
