// A new code in place of the one that hangs there: asked about, for the printed labels are worth nothing then (MNG-04).
import type { CheckpointRow } from '@watchpost/contract/checkpoints';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { t } from '../../lib/labels.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { confirm } from '../../ui/overlays/confirm-store.ts';
import { checkpointArea, reissueCodes } from './checkpoints.api.ts';

export function useReissue() {
  const queries = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  return useMemo(() => {
    const reissue = async ({ id, name }: Pick<CheckpointRow, 'id' | 'name'>) => {
      const isSure = await confirm({
        title: t('checkpoints.reissueTitle'),
        message: t('checkpoints.reissueQuestion', { name }),
        yesLabel: t('checkpoints.reissue'),
        noLabel: t('records.cancel'),
        isDangerous: true,
      });
      if (!isSure) return;
      setIsBusy(true);
      try {
        const ids = await reissueCodes([id]);
        if (ids.length === 0) toasts.info({ text: t('records.unchanged') });
        else toasts.success({ text: t('checkpoints.reissued', { name }) });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        toasts.error({ summary: t('error.summary'), text: error.message });
      } finally {
        setIsBusy(false);
        void queries.invalidateQueries({ queryKey: [checkpointArea] });
      }
    };
    return { isBusy, reissue };
  }, [queries, isBusy]);
}
