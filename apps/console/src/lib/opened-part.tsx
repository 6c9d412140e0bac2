import type { ComponentType } from 'react';
import { arrivingCode } from '../ui/feedback/arriving-code.ts';
import { toasts } from '../ui/feedback/toasts.ts';
import { fetchedOrWhy } from './fetched-code.ts';

interface Closable {
  readonly onClose: () => void;
}

/**
 * A panel or dialog whose code is fetched when it is first opened. Where that does not arrive, it says so and closes; the next
 * opening asks again.
 */
export function openedPart<Props extends Closable>(
  code: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const usePart = arrivingCode(code);
  return function OpenedPart(props: Props) {
    const onMissing = (text: string) => {
      toasts.error({ text });
      props.onClose();
    };
    const Part = usePart({ fetchCode: fetchedOrWhy, isAsked: true, onMissing });
    return Part === undefined ? null : <Part {...props} />;
  };
}
