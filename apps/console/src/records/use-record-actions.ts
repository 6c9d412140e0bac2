// Activating, deactivating and deleting, each asked about before and undone after (MNG-01).
import { useMemo } from 'react';
import type { ApiError } from '../lib/api-error.ts';
import { session } from '../lib/current-session.ts';
import { t } from '../lib/labels.ts';
import type { ToastInput } from '../ui/feedback/toast-store.ts';
import { toasts } from '../ui/feedback/toasts.ts';
import { confirm } from '../ui/overlays/confirm-store.ts';
import type { ListedRecord, RecordApi } from './record-api.ts';
import { type Attempts, useAttempt } from './use-attempt.ts';

/** Long enough to notice a mistake and reach for the button. */
const undoDurationMs = 10_000;

/** Reasons of the server for which a record stays as it is. */
const keptCodes: ReadonlySet<string> = new Set(['hasHistory', 'stillUsed', 'onlyActivatedDeleted']);

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
  const actions = useMemo(() => {
    const setStatus = statusChanger(api, attempt);
    return { setStatus, remove: remover(api, attempt, setStatus) };
  }, [api, attempt]);
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

/** What the server refused for its reasons, by name; what history depends on can be deactivated there and then. */
function notDeleted(
  { code }: ApiError,
  { name }: Named,
  deactivate: (() => void) | undefined,
): Partial<ToastInput> {
  if (!keptCodes.has(code)) return {};
  const summary = t('records.notDeleted', { name });
  if (code !== 'hasHistory' || deactivate === undefined) return { summary };
  const action = { label: t('records.deactivate'), onSelect: deactivate };
  return { summary, action, durationMs: undoDurationMs };
}

function remover(
  { remove, restore, setStatus: isSwitchable }: Changes,
  attempt: Attempt,
  setStatus: RecordActions['setStatus'],
): RecordActions['remove'] {
  return async (record) => {
    const { id, name } = record;
    if (remove === undefined) return false;
    const maySwitch = isSwitchable !== undefined && session.hasAccess('status');
    const deactivate = maySwitch ? () => void setStatus([record], false) : undefined;
    const isSure = await confirm({
      message: t('records.deleteQuestion', { name }),
      yesLabel: t('records.delete'),
      noLabel: t('records.cancel'),
      isDangerous: true,
    });
    if (!isSure) return false;
    const run = async () => {
      const ids = await remove(id);
      const text = t('records.deleted', { name });
      if (restore === undefined) toasts.success({ text });
      else offerUndo(text, attempt, () => restore(ids));
    };
    return attempt(run, undefined, (error) => notDeleted(error, record, deactivate));
  };
}
