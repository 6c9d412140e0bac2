import { IconX } from '@tabler/icons-react';
import { useUiLabels } from '../ui-labels.ts';
import styles from './chip.module.css';

type ChipProps = {
  /** What is filtered, e.g. 'Site'. */
  name?: string;
  /** The value it is filtered by, or what was chosen. */
  value: string;
  onRemove?: () => void;
  /** What the cross is called where the chip is no filter. */
  removeLabel?: string;
};

/** An active filter, or one of several that were chosen; removable when onRemove is given. */
export function Chip({ name, value, onRemove, removeLabel }: ChipProps) {
  const labels = useUiLabels();
  const whole = name ? `${name}: ${value}` : value;
  return (
    <span className={styles.chip}>
      <span className={styles.text} title={whole}>
        {name && <span className={styles.name}>{name}: </span>}
        {value}
      </span>
      {onRemove && (
        <button
          type="button"
          className={styles.remove}
          aria-label={removeLabel ?? labels.removeFilter(whole)}
          onClick={onRemove}
        >
          <IconX size={14} aria-hidden />
        </button>
      )}
    </span>
  );
}
