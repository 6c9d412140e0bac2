/** What stands in for rows, or over them. */
import { IconAlertTriangle, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Button } from '../actions/button.tsx';
import { IconButton } from '../actions/icon-button.tsx';
import { EmptyState } from '../display/empty-state.tsx';
import { Skeleton } from '../display/skeleton.tsx';
import { Spinner } from '../feedback/spinner.tsx';
import { useUiLabels } from '../ui-labels.ts';
import styles from './grid.module.css';
import type { GridEmpty } from './grid-types.ts';

/** Bars of uneven length look like text rather than like a table of boxes. */
const BAR_WIDTHS = ['72%', '54%', '84%', '62%', '46%', '78%', '58%'] as const;

export function SkeletonRows({
  rowCount,
  columnCount,
  hasSelectBox,
}: {
  rowCount: number;
  columnCount: number;
  hasSelectBox: boolean;
}) {
  return (
    <div aria-hidden className={styles.skeleton}>
      {Array.from({ length: rowCount }, (_, row) => (
        <div key={row} className={styles.skeletonRow}>
          {hasSelectBox && (
            <div className={styles.skeletonCell}>
              <Skeleton width={16} height={16} />
            </div>
          )}
          {Array.from({ length: columnCount }, (__, col) => (
            <div key={col} className={styles.skeletonCell}>
              <Skeleton width={BAR_WIDTHS[(row * 3 + col * 2) % BAR_WIDTHS.length]} />
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

export function LoadingOverlay() {
  const labels = useUiLabels();
  return (
    <div className={styles.overlay}>
      <output className={styles.pill}>
        <Spinner sizePx={16} />
        {labels.rowsLoading}
      </output>
    </div>
  );
}

/** One row whose only cell spans every column. */
export function EmptyRow({ empty = {}, columnCount }: { empty?: GridEmpty; columnCount: number }) {
  const labels = useUiLabels();
  return (
    <WideRow columnCount={columnCount}>
      <EmptyState
        icon={empty.icon}
        title={empty.title ?? labels.noRecords}
        reason={empty.reason}
        nextStep={empty.nextStep}
      />
    </WideRow>
  );
}

export function ErrorRow({
  message,
  onRetry,
  columnCount,
}: {
  message: string;
  onRetry?: () => void;
  columnCount: number;
}) {
  const labels = useUiLabels();
  return (
    <WideRow columnCount={columnCount}>
      <div role="alert">
        <EmptyState
          icon={<IconAlertTriangle size={20} />}
          title={message}
          nextStep={onRetry && <Button onClick={onRetry}>{labels.retry}</Button>}
        />
      </div>
    </WideRow>
  );
}

/** Over rows that are still there. */
export function ErrorBar({ message, onRetry }: { message: string; onRetry?: () => void }) {
  const labels = useUiLabels();
  return (
    <div role="alert" className={styles.errorBar}>
      <IconAlertTriangle size={16} aria-hidden />
      <span>{message}</span>
      {onRetry && (
        <Button size="small" onClick={onRetry}>
          {labels.retry}
        </Button>
      )}
    </div>
  );
}

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- part of a grid made of roles, see grid-row.tsx */
function WideRow({ columnCount, children }: { columnCount: number; children: ReactNode }) {
  return (
    <div role="row" className={styles.wideRow}>
      <div role="gridcell" aria-colspan={columnCount} className={styles.wideCell}>
        {children}
      </div>
    </div>
  );
}

export function SelectionBar({
  count,
  onClear,
  children,
}: {
  count: number;
  onClear: () => void;
  children?: ReactNode;
}) {
  const labels = useUiLabels();
  return (
    <div className={styles.selectionBar} data-print="hide" data-keep-clear>
      <output className={styles.selectionCount}>{labels.selectedCount(count)}</output>
      {children}
      <IconButton size="small" label={labels.clearSelection} icon={<IconX size={16} />} onClick={onClear} />
    </div>
  );
}
