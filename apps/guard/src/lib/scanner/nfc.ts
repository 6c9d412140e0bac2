// NFC tags, where the browser reads them (Chrome on Android).

interface TagReader {
  onreading: ((reading: { readonly serialNumber: string }) => void) | null;
  scan(options: { signal: AbortSignal }): Promise<void>;
}
type TagReaderMaker = new () => TagReader;

const isMaker = (value: unknown): value is TagReaderMaker => typeof value === 'function';

function readerMaker(): TagReaderMaker | null {
  const maker: unknown = Reflect.get(window, 'NDEFReader');
  return isMaker(maker) ? maker : null;
}

export const canReadTags = (): boolean => readerMaker() !== null;

/** Calls back with the id of each tag held to the phone, until the signal; false when the browser does not allow it. */
export async function readTags(onTag: (tagId: string) => void, signal: AbortSignal): Promise<boolean> {
  const Reader = readerMaker();
  if (Reader === null) return false;
  try {
    const reader = new Reader();
    reader.onreading = ({ serialNumber }) => {
      if (!signal.aborted && serialNumber !== '') onTag(serialNumber);
    };
    await reader.scan({ signal });
    return true;
  } catch {
    return false;
  }
}
