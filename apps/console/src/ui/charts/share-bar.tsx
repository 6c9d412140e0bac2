// One bar whose parts are shares of a whole, each of which opens what it counts.
import { classNames } from '../class-names.ts';
import type { BarPart } from './stacked-bars.tsx';
import styles from './share-bar.module.css';

interface ShareBarProps {
  readonly label: string;
  readonly parts: readonly BarPart[];
}

/** Out of the way of the Tab key: the numbers beside it are links to the same. */
export function ShareBar({ label, parts }: ShareBarProps) {
  const counted = parts.filter(({ value }) => value > 0);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset belongs to forms
    <div className={styles.bar} role="group" aria-label={label}>
      {counted.length === 0 && <span className={styles.none} />}
      {counted.map(({ key, look, value, text, href }) => (
        <a
          key={key}
          href={href}
          tabIndex={-1}
          className={classNames(styles.part, styles[look])}
          style={{ flexGrow: value }}
          title={text}
          aria-label={text}
        />
      ))}
    </div>
  );
}
