import type { ReactNode } from 'react';
import controls from './controls.module.css';

interface RowProps {
  readonly title: string;
  readonly detail?: string;
  readonly icon?: ReactNode;
  readonly aside?: ReactNode;
}

function Inside({ title, detail, icon, aside }: RowProps) {
  return (
    <>
      {icon}
      <span className={controls.rowText}>
        <span className={controls.rowTitle}>{title}</span>
        {detail !== undefined && detail !== '' && <span className={controls.quiet}>{detail}</span>}
      </span>
      {aside}
    </>
  );
}

/** A line of a list that can be pressed. */
export function RowButton({
  onPress,
  isBusy = false,
  aside,
  ...row
}: RowProps & { readonly onPress: () => void; readonly isBusy?: boolean }) {
  return (
    <button
      type="button"
      className={controls.row}
      aria-disabled={isBusy}
      onClick={() => !isBusy && onPress()}
    >
      <Inside {...row} aside={<span className={controls.rowAction}>{aside}</span>} />
    </button>
  );
}

export function Row(row: RowProps) {
  return (
    <div className={controls.row}>
      <Inside {...row} />
    </div>
  );
}
