// A button that shows and hides what stands after it; the styles of the person who uses it say on which screens it folds at all.
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../actions/button.tsx';

interface FoldProps {
  readonly text: string;
  readonly icon: ReactNode;
  readonly controlClass: string | undefined;
  /** Has data-open while it is unfolded. */
  readonly panelClass: string | undefined;
  readonly isOpenAtFirst?: boolean;
  readonly children: ReactNode;
}

export function Fold({ text, icon, controlClass, panelClass, isOpenAtFirst = false, children }: FoldProps) {
  const id = useId();
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  return (
    <>
      <div className={controlClass}>
        <Button icon={icon} aria-expanded={isOpen} aria-controls={id} onClick={() => setIsOpen(!isOpen)}>
          {text}
        </Button>
      </div>
      <div id={id} className={panelClass} data-open={isOpen || undefined}>
        {children}
      </div>
    </>
  );
}
