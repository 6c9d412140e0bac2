import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
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
  let arrived: ComponentType<Props> | undefined;
  return function OpenedPart(props: Props) {
    const [Part, setPart] = useState(() => arrived);
    const close = useEffectEvent((error: unknown) => {
      toasts.error({ text: error instanceof Error ? error.message : String(error) });
      props.onClose();
    });
    useEffect(() => {
      if (arrived !== undefined) return undefined;
      let isOpen = true;
      fetchedOrWhy(code).then(
        (part) => {
          arrived = part;
          if (isOpen) setPart(() => part);
        },
        (error: unknown) => {
          if (isOpen) close(error);
        },
      );
      return () => {
        isOpen = false;
      };
    }, []);
    return Part === undefined ? null : <Part {...props} />;
  };
}
