import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { Button } from '../actions/button.tsx';
import { useUiLabels } from '../ui-labels.ts';
import styles from './grid-pager.module.css';
import { pagerState } from './pager.ts';

type GridPagerProps = {
  /** From 1. */
  page: number;
  pageSize: number;
  total: number;
  onPageChange: (page: number) => void;
  isDisabled?: boolean;
};

/** Previous and next around the current page and the number of pages; nothing while all rows fit on one page. */
export function GridPager({ page, pageSize, total, onPageChange, isDisabled = false }: GridPagerProps) {
  const labels = useUiLabels();
  const state = pagerState(total, pageSize, page);
  if (!state.isShown) return null;
  return (
    <nav aria-label={labels.pages} className={styles.pager}>
      <Button
        size="small"
        data-print="hide"
        icon={<IconChevronLeft size={16} aria-hidden />}
        disabled={isDisabled || !state.hasPrevious}
        onClick={() => onPageChange(state.page - 1)}
      >
        {labels.previous}
      </Button>
      <p className={styles.where} aria-live="polite">
        {labels.pageOf(state.page, state.pageCount)}
      </p>
      <Button
        size="small"
        data-print="hide"
        disabled={isDisabled || !state.hasNext}
        onClick={() => onPageChange(state.page + 1)}
        className={styles.next}
      >
        {labels.next}
        <IconChevronRight size={16} aria-hidden />
      </Button>
    </nav>
  );
}
