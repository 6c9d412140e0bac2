import { useEffect, useEffectEvent, useState } from 'react';

/** Throws in words that can be shown. */
export type FetchCode = <Code>(code: () => Promise<Code>) => Promise<Code>;

interface Asking {
  readonly fetchCode: FetchCode;
  /** Once false after a failure, true asks again. */
  readonly isAsked: boolean;
  readonly onMissing: (reason: string) => void;
}

/** A hook that has the code once it arrived, for anyone who uses it and from then on. */
export function arrivingCode<Code>(code: () => Promise<Code>): (asking: Asking) => Code | undefined {
  let arrived: Code | undefined;
  return function useArriving({ fetchCode, isAsked, onMissing }) {
    const [found, setFound] = useState(() => arrived);
    const reportMissing = useEffectEvent((error: unknown) =>
      onMissing(error instanceof Error ? error.message : String(error)),
    );
    const isWaiting = found === undefined && isAsked;
    useEffect(() => {
      if (!isWaiting) return undefined;
      let isUsed = true;
      fetchCode(code).then(
        (came) => {
          arrived = came;
          if (isUsed) setFound(() => came);
        },
        (error: unknown) => {
          if (isUsed) reportMissing(error);
        },
      );
      return () => {
        isUsed = false;
      };
    }, [isWaiting, fetchCode]);
    return found;
  };
}
