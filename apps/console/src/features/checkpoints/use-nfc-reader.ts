// Web NFC, which only some browsers on phones have.
import { foldNfcTag } from '@watchpost/domain/checkpoints';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { t } from '../../lib/labels.ts';
import { toasts } from '../../ui/feedback/toasts.ts';

interface TagReader extends EventTarget {
  scan(options: { readonly signal: AbortSignal }): Promise<void>;
}

declare global {
  interface Window {
    readonly NDEFReader?: new () => TagReader;
  }
}

/** `onTag` hears the id of a tag once it was held to the phone; reading ends with that. */
export function useNfcReader(onTag: (id: string) => void) {
  const [isReading, setIsReading] = useState(false);
  const controller = useRef<AbortController | null>(null);
  const tell = useEffectEvent(onTag);
  const [found, setFound] = useState<string | null>(null);
  useEffect(() => {
    if (found !== null) tell(found);
  }, [found]);
  useEffect(() => () => controller.current?.abort(), []);
  const stop = () => {
    controller.current?.abort();
    setIsReading(false);
  };
  const start = async () => {
    const Reader = window.NDEFReader;
    if (Reader === undefined) return;
    const own = new AbortController();
    controller.current = own;
    setIsReading(true);
    setFound(null);
    const reader = new Reader();
    const { signal } = own;
    reader.addEventListener(
      'reading',
      (event) => {
        stop();
        if ('serialNumber' in event) setFound(foldNfcTag(String(event.serialNumber)));
      },
      { signal },
    );
    reader.addEventListener('readingerror', () => toasts.info({ text: t('checkpoints.nfcAgain') }), {
      signal,
    });
    try {
      await reader.scan({ signal });
    } catch {
      if (signal.aborted) return;
      stop();
      toasts.error({ summary: t('error.summary'), text: t('checkpoints.nfcRefused') });
    }
  };
  return { isPossible: window.NDEFReader !== undefined, isReading, start: () => void start(), stop };
}
