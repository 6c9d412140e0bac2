import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';
import styles from './plain-table.module.css';
import { SideScroll } from './side-scroll.tsx';

type PlainTableProps = {
  label?: string;
  /** Lets keys scroll a table that holds nothing to focus. */
  isFocusable?: boolean;
  className?: string;
  /** Cells with data-is-number stand at the end of their column. */
  children: ReactNode;
};

/** A few rows in a flush card; a wide table scrolls by itself. */
export function PlainTable({ label, isFocusable = false, className, children }: PlainTableProps) {
  return (
    <SideScroll isFocusable={isFocusable}>
      <table className={classNames(styles.table, className)} aria-label={label}>
        {children}
      </table>
    </SideScroll>
  );
}
