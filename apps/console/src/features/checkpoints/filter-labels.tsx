// The labels of every checkpoint that the list's filter holds, in the list's order, as far as one file takes them.
import { pageSizeMax } from '@watchpost/domain/limits';
import { recordsAtOnceMax } from '@watchpost/domain/managed-records';
import { IconPrinter } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { t } from '../../lib/labels.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { filterQuery, readSearch, type RecordSearch } from '../../records/record-search.ts';
import { Button } from '../../ui/actions/button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { checkpointApi } from './checkpoints.api.ts';
import type { Labels } from './use-labels.ts';

interface FilterLabelsProps {
  readonly filterNames: readonly string[];
  /** Whether the list is known to hold nothing. */
  readonly isEmpty: boolean;
  readonly onFound: Labels['open'];
}

export function FilterLabels({ filterNames, isEmpty, onFound }: FilterLabelsProps) {
  const [raw] = useUrlSearch();
  const [isBusy, setIsBusy] = useState(false);
  const controller = useRef<AbortController | null>(null);
  useEffect(() => () => controller.current?.abort(), []);
  const find = async () => {
    const own = new AbortController();
    controller.current = own;
    setIsBusy(true);
    try {
      const { ids, count } = await idsOf(readSearch(raw, filterNames), own.signal);
      if (ids.length === 0) toasts.info({ text: t('records.noData') });
      else onFound(ids, count - ids.length);
    } catch (error) {
      if (own.signal.aborted) return;
      if (!(error instanceof ApiError)) throw error;
      toasts.error({ summary: t('error.summary'), text: error.message });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Button
      icon={<IconPrinter size={18} aria-hidden />}
      isBusy={isBusy}
      idleReason={isEmpty ? t('records.noData') : undefined}
      onClick={() => void find()}
    >
      {t('checkpoints.printAll')}
    </Button>
  );
}

/** The first ids of the filter, and how many it holds. */
async function idsOf(search: RecordSearch, signal: AbortSignal) {
  const query = filterQuery(search, checkpointApi.sortColumns);
  const ids = new Set<string>();
  let count = 0;
  for (let offset = 0; offset < recordsAtOnceMax; offset += pageSizeMax) {
    const page = await checkpointApi.list({ ...query, offset, limit: pageSizeMax }, search.filters, signal);
    for (const { id } of page.data) ids.add(id);
    ({ count } = page);
    if (page.data.length < pageSizeMax) break;
  }
  return { ids: [...ids].slice(0, recordsAtOnceMax), count };
}
