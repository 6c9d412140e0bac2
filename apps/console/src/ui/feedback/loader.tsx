import { DialogFrame } from '../overlays/dialog-frame.tsx';
import { VisuallyHidden } from '../display/visually-hidden.tsx';
import { useUiLabels } from '../ui-labels.ts';
import { Spinner } from './spinner.tsx';
import styles from './loader.module.css';

type LoaderProps = { isShown: boolean; text?: string };

const ignoreClose = (): void => undefined;

/** Full-page overlay: a modal dialog, so pointer and keyboard rest until it goes, and focus returns to where it was. */
export function Loader({ isShown, text }: LoaderProps) {
  const labels = useUiLabels();
  const shown = text ?? labels.loading;
  return (
    <DialogFrame
      isOpen={isShown}
      onClose={ignoreClose}
      isPersistent
      ariaLabel={shown}
      className={styles.loader}
    >
      <output className={styles.box}>
        <Spinner sizePx={32} />
        <VisuallyHidden>{shown}</VisuallyHidden>
      </output>
    </DialogFrame>
  );
}
