import { type ComponentType, createContext, type ReactNode, use, useState } from 'react';
import { arrivingCode, type FetchCode } from './arriving-code.ts';
import { FailedPart } from './failed-part.tsx';
import { useWhenBack } from './use-when-back.ts';

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
  const usePart = arrivingCode(code);
  return function FetchedPart(props: Props) {
    const [reason, setReason] = useState<string | null>(null);
    const Part = usePart({ fetchCode: use(FetchContext), isAsked: reason === null, onMissing: setReason });
    if (Part !== undefined) return <Part {...props} />;
    return reason === null ? waiting(props) : <MissingPart reason={reason} onRetry={() => setReason(null)} />;
  };
}
