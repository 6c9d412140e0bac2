// What stands above and below the rows.
import { reportPageSize } from '@watchpost/domain/limits';
import { IconArrowUp, IconLayoutSidebarRight } from '@tabler/icons-react';
import { usePageSize } from '../../lib/page-size.ts';
import { t } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { GridPager } from '../../ui/grid/grid-pager.tsx';
import styles from './report-summary.module.css';
import type { usePreview } from './use-open-round.ts';
import type { Report } from './use-report.ts';

/** The most arrivals that a reply counts. */
const newerMax = 1000;

interface SummaryProps {
  readonly report: Report;
  readonly preview: ReturnType<typeof usePreview>;
}

/** Total and, when rounds arrived since the page was opened, the way to them. */
export function ReportSummary({ report, preview }: SummaryProps) {
  const { reply } = report;
  const newer = reply?.newer ?? 0;
  return (
    <div className={styles.summary}>
      <p className={styles.total} aria-live="polite">
        {reply !== undefined && t('rounds.total', { total: reply.count })}
      </p>
      {newer > 0 && (
        <Button
          size="small"
          className={styles.newer}
          icon={<IconArrowUp size={14} aria-hidden />}
          onClick={report.showNewest}
        >
          {newer >= newerMax
            ? t('rounds.newerMany', { limit: newerMax })
            : t('rounds.newer', { count: newer })}
        </Button>
      )}
      {preview.isOffered && (
        <Button
          size="small"
          className={styles.preview}
          aria-pressed={preview.round !== null}
          title={t('rounds.previewHint')}
          icon={<IconLayoutSidebarRight size={16} aria-hidden />}
          onClick={preview.toggle}
        >
          {t('rounds.preview')}
        </Button>
      )}
    </div>
  );
}

/** Previous and next, only when the total exceeds a page (REP-04). */
export function ReportPager({ report: { reply, pager, turnTo } }: { readonly report: Report }) {
  const pageSize = usePageSize(reportPageSize);
  if (reply === undefined || pager === null || !pager.isShown) return null;
  return (
    <div className={styles.foot}>
      <GridPager page={pager.page} pageSize={pageSize} total={reply.count} onPageChange={turnTo} />
    </div>
  );
}
