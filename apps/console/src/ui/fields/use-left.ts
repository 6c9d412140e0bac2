/** Whether somebody was in a field and went on: from then on it says that it is empty. */
import type { FocusEvent } from 'react';
import { useState } from 'react';

/** Not where the focus stays within the field, as on its button, nor where the whole window lost it. */
export function isLeft({ currentTarget, relatedTarget, target }: FocusEvent): boolean {
  const isWithin = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
  return !isWithin && target !== document.activeElement;
}

export function useLeft() {
  const [wasLeft, setWasLeft] = useState(false);
  const handleBlur = (event: FocusEvent) => {
    if (isLeft(event)) setWasLeft(true);
  };
  return { wasLeft, handleBlur };
}
