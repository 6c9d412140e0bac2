// Activating, deactivating and deleting, each asked about before and undone after (MNG-01).
import { useMemo } from 'react';
import { t } from '../lib/labels.ts';
import { toasts } from '../ui/feedback/toasts.ts';
import { confirm } from '../ui/overlays/confirm-store.ts';
import type { ListedRecord, RecordApi } from './record-api.ts';
import { type Attempts, useAttempt } from './use-attempt.ts';

/** Long enough to notice a mistake and reach for the button. */
const undoDurationMs = 10_000;

interface Named {
  readonly id: string;
  readonly name: string;
}

export interface RecordActions {
  /** Resolves to whether the server took it. */
  readonly setStatus: (records: readonly Named[], activated: boolean) => Promise<boolean>;
  /** Resolves to whether the record was deleted. */
  readonly remove: (record: Named) => Promise<boolean>;
}

type Attempt = Attempts['attempt'];

type Changes = Pick<RecordApi<ListedRecord>, 'setStatus' | 'remove' | 'restore'>;

export function useRecordActions<Row extends ListedRecord, Column extends string>(
  api: RecordApi<Row, Column>,
): RecordActions & { readonly isBusy: boolean } {
  const { isBusy, attempt } = useAttempt(api.area);
  const actions = useMemo(
    () => ({ setStatus: statusChanger(api, attempt), remove: remover(api, attempt) }),
    [api, attempt],
  );
  return { ...actions, isBusy };
}

function offerUndo(text: string, attempt: Attempt, undo: () => Promise<unknown>): void {
  const handleUndo = () =>
    void attempt(async () => {
      await undo();
    });
  toasts.success({
    text,
    durationMs: undoDurationMs,
    action: { label: t('records.undo'), onSelect: handleUndo },
  });
}

function statusChanger({ setStatus }: Changes, attempt: Attempt): RecordActions['setStatus'] {
  return async (records, activated) => {
    const [first] = records;
    if (setStatus === undefined || first === undefined) return false;
    const names = { count: records.length, name: first.name };
    const isSure = await confirm({
      message: activated ? t('records.activateQuestion', names) : t('records.deactivateQuestion', names),
      yesLabel: activated ? t('records.activate') : t('records.deactivate'),
      noLabel: t('records.cancel'),
    });
    if (!isSure) return false;
    return attempt(async () => {
      const ids = await setStatus(
        records.map(({ id }) => id),
        activated,
      );
      const told = { ...names, count: ids.length };
      const text = activated ? t('records.activated', told) : t('records.deactivated', told);
      if (ids.length === 0) toasts.info({ text: t('records.unchanged') });
      else offerUndo(text, attempt, () => setStatus(ids, !activated));
    });
  };
}

function remover({ remove, restore }: Changes, attempt: Attempt): RecordActions['remove'] {
  return async ({ id, name }) => {
    if (remove === undefined) return false;
    const isSure = await confirm({
      message: t('records.deleteQuestion', { name }),
      yesLabel: t('records.delete'),
      noLabel: t('records.cancel'),
      isDangerous: true,
    });
    if (!isSure) return false;
    return attempt(async () => {
      const ids = await remove(id);
      const text = t('records.deleted', { name });
      if (restore === undefined) toasts.success({ text });
      else offerUndo(text, attempt, () => restore(ids));
    });
  };
}
