import { IconX } from '@tabler/icons-react';
import { useUiLabels } from '../ui-labels.ts';
import styles from './chip.module.css';

type ChipProps = {
  /** What is filtered, e.g. 'Site'. */
  name?: string;
  /** The value it is filtered by. */
  value: string;
  onRemove?: () => void;
};

/** An active filter; removable when onRemove is given. */
export function Chip({ name, value, onRemove }: ChipProps) {
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
          aria-label={labels.removeFilter(whole)}
          onClick={onRemove}
        >
          <IconX size={14} aria-hidden />
        </button>
      )}
    </span>
  );
}
