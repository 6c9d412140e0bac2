import styles from './figure-filter.module.css';

type FigureFilterProps<Value> = {
  figures: readonly { value: Value; label: string; figure: number }[];
  value: Value;
  onChange: (value: Value) => void;
};

/** Figures over a list, each of which shows what it counts. */
export function FigureFilter<Value>({ figures, value, onChange }: FigureFilterProps<Value>) {
  return (
    <div className={styles.figures}>
      {figures.map((each) => (
        <button
          key={String(each.value)}
          type="button"
          aria-pressed={each.value === value}
          onClick={() => onChange(each.value)}
        >
          <span className={styles.figure}>{each.figure}</span>
          <span className={styles.label}>{each.label}</span>
        </button>
      ))}
    </div>
  );
}
