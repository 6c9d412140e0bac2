// Dragging a checkpoint from the list onto the plan with a mouse; fingers and keys place it by its button.
import { type PointerEvent, type ReactNode, type RefObject, useRef, useState } from 'react';
import styles from './floor-plans.module.css';

interface Client {
  readonly clientX: number;
  readonly clientY: number;
}

interface Dragged extends Client {
  readonly id: string;
  readonly name: string;
  readonly isOver: boolean;
}

/** Less is a click. */
const beginsAfterPx = 6;

export function usePlanDrop(
  frameRef: RefObject<HTMLElement | null>,
  onDrop: (id: string, client: Client) => void,
) {
  const [dragged, setDragged] = useState<Dragged | null>(null);
  const held = useRef<Client | null>(null);
  const isOverFrame = ({ clientX, clientY }: Client): boolean => {
    const box = frameRef.current?.getBoundingClientRect();
    if (box === undefined) return false;
    return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
  };
  const end = () => {
    held.current = null;
    setDragged(null);
  };
  const handlersOf = (id: string, name: string) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.pointerType !== 'mouse' || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      held.current = { clientX: event.clientX, clientY: event.clientY };
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const from = held.current;
      const isOver = isOverFrame({ clientX, clientY });
      if (from === null) return;
      const isFar = Math.hypot(clientX - from.clientX, clientY - from.clientY) > beginsAfterPx;
      if (dragged !== null || isFar) setDragged({ id, name, clientX, clientY, isOver });
    },
    onPointerUp(event: PointerEvent) {
      if (dragged !== null && isOverFrame(event)) onDrop(id, event);
      end();
    },
    onPointerCancel: end,
  });
  const ghost: ReactNode = dragged !== null && (
    <span className={styles.ghost} style={{ left: dragged.clientX, top: dragged.clientY }} aria-hidden>
      {dragged.name}
    </span>
  );
  return { handlersOf, ghost, isOver: dragged?.isOver === true };
}
