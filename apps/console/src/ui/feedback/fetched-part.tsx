import { type ComponentType, createContext, type ReactNode, use, useEffect, useState } from 'react';
import { FailedPart } from './failed-part.tsx';
import { useWhenBack } from './use-when-back.ts';

/** Throws in words that can be shown. */
export type FetchCode = <Code>(code: () => Promise<Code>) => Promise<Code>;

/** How code is fetched. The app gives it once, through UiProvider. */
export const FetchContext = createContext<FetchCode>((code) => code());

interface MissingPartProps {
  readonly reason: string;
  readonly onRetry: () => void;
}

function MissingPart({ reason, onRetry }: MissingPartProps) {
  useWhenBack(onRetry);
  return <FailedPart reason={reason} onRetry={onRetry} />;
}

/**
 * A part of a page whose code is fetched when it is first drawn. Where that does not arrive, it says so in its place, and asks
 * again when told to or when the connection is back.
 */
export function fetchedPart<Props extends object>(
  code: () => Promise<ComponentType<Props>>,
  waiting: (props: Props) => ReactNode = () => null,
): ComponentType<Props> {
  let arrived: ComponentType<Props> | undefined;
  return function FetchedPart(props: Props) {
    const fetchCode = use(FetchContext);
    const [Part, setPart] = useState(() => arrived);
    const [reason, setReason] = useState<string | null>(null);
    const isWaiting = Part === undefined && reason === null;
    useEffect(() => {
      if (!isWaiting) return undefined;
      let isShown = true;
      fetchCode(code).then(
        (part) => {
          arrived = part;
          if (isShown) setPart(() => part);
        },
        (error: unknown) => {
          if (isShown) setReason(error instanceof Error ? error.message : String(error));
        },
      );
      return () => {
        isShown = false;
      };
    }, [isWaiting, fetchCode]);
    if (Part !== undefined) return <Part {...props} />;
    return reason === null ? waiting(props) : <MissingPart reason={reason} onRetry={() => setReason(null)} />;
  };
}
