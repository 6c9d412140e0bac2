import { useEffect, useRef, useState } from 'react';
import { canReadTags, readTags } from '../../lib/scanner/nfc.ts';

/** Reads NFC tags while active; whether this phone can. */
export function useTags(isActive: boolean, onTag: (tagId: string) => void): boolean {
  const [isReading, setIsReading] = useState(canReadTags);
  const callback = useRef(onTag);
  useEffect(() => {
    callback.current = onTag;
  });
  useEffect(() => {
    if (!isActive || !canReadTags()) return undefined;
    const control = new AbortController();
    void readTags((tag) => callback.current(tag), control.signal).then((isAllowed) => {
      if (!control.signal.aborted) setIsReading(isAllowed);
    });
    return () => control.abort();
  }, [isActive]);
  return isReading;
}
