// What is asked before exceptions are closed, given to somebody or opened again.
import type { ExceptionRow } from '@watchpost/contract/exceptions';
import {
  type ExceptionOutcome,
  exceptionOutcomes,
  exceptionTextMaxLength,
} from '@watchpost/domain/exceptions';
import { type ReactNode, useState } from 'react';
import { t } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { useDialogDraft } from '../../records/use-dialog-draft.ts';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { nameOf, outcomeText } from './exception-texts.tsx';
import { assign, close, loadAgain, reopen, useOwners } from './exceptions.api.ts';
import styles from './exceptions.module.css';
import { useChanges } from './use-changes.ts';

/** Of all three, see useDialogDraft. */
export const dialogName = 'exception';

interface DialogProps {
  readonly items: readonly ExceptionRow[];
  readonly onClose: () => void;
}

/**
 * The versions that the caller saw when the dialog opened, however fresh the page behind it is kept. A change that failed
 * leaves the dialog with what was written, to be tried again upon what others made of the items in the meantime.
 */
function useSeen(items: readonly ExceptionRow[]) {
  const { isBusy, attempt } = useChanges();
  const [seen, setSeen] = useState(items);
  const change = async (run: (seen: readonly ExceptionRow[]) => Promise<unknown>, done: string) => {
    const isMade = await attempt(() => run(seen), done);
    if (!isMade) setSeen(await loadAgain(seen).catch(() => seen));
    return isMade;
  };
  return { isBusy, change };
}

interface FrameProps extends Pick<DialogProps, 'items' | 'onClose'> {
  readonly title: string;
  readonly isBusy: boolean;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

function Frame({ items, title, isBusy, onClose, onSubmit, children }: FrameProps) {
  const [first] = items;
  return (
    <Modal
      isOpen
      title={title}
      onClose={onClose}
      onSubmit={onSubmit}
      footer={
        <>
          <Button onClick={onClose}>{t('records.cancel')}</Button>
          <Button variant="primary" type="submit" isBusy={isBusy}>
            {title}
          </Button>
        </>
      }
    >
      <p className={styles.subject}>
        {items.length === 1 && first !== undefined
          ? nameOf(first)
          : t('exceptions.several', { count: items.length })}
      </p>
      <div className={styles.fields}>{children}</div>
    </Modal>
  );
}

interface ReasonProps {
  readonly reason: string;
  readonly isFaultShown: boolean;
  readonly onChange: (change: { readonly reason: string }) => void;
}

/** Says what it lacks once it was to be sent. */
function ReasonField({ reason, isFaultShown, onChange }: ReasonProps) {
  return (
    <TextArea
      label={t('exceptions.reasonField')}
      isRequired
      maxLength={exceptionTextMaxLength}
      value={reason}
      error={isFaultShown && reason.trim() === '' ? t('exception_reason_required') : null}
      onChange={({ target }) => onChange({ reason: target.value })}
    />
  );
}

interface CloseDraft {
  readonly outcome: ExceptionOutcome | null;
  readonly reason: string;
}

const emptyDraft: CloseDraft = { outcome: null, reason: '' };

export function CloseDialog({ items, onClose }: DialogProps) {
  const { isBusy, change } = useSeen(items);
  const written = useDialogDraft(dialogName, emptyDraft, onClose);
  const [isFaultShown, setIsFaultShown] = useState(false);
  const { outcome, reason } = written.draft;
  const submit = async () => {
    setIsFaultShown(true);
    const text = reason.trim();
    if (text === '' || outcome === null) return;
    const done = t('exceptions.closedNow', { count: items.length });
    if (await change((seen) => close(seen, { outcome, reason: text }), done)) written.drop();
  };
  return (
    <Frame
      items={items}
      title={t('exceptions.close')}
      isBusy={isBusy}
      onClose={written.close}
      onSubmit={() => void submit()}
    >
      <SelectField
        label={t('exceptions.outcome')}
        isRequired
        value={outcome ?? ''}
        error={isFaultShown && outcome === null ? t('exception_outcome_required') : null}
        options={[
          { value: '', label: t('exceptions.chooseOutcome') },
          ...exceptionOutcomes.map((value) => ({ value, label: outcomeText(value) })),
        ]}
        onValueChange={(value) =>
          written.change({ outcome: exceptionOutcomes.find((known) => known === value) ?? null })
        }
      />
      <ReasonField reason={reason} isFaultShown={isFaultShown} onChange={written.change} />
    </Frame>
  );
}

export function AssignDialog({ items, onClose }: DialogProps) {
  const { isBusy, change } = useSeen(items);
  const [userId, setUserId] = useState('');
  // Several sites have in common whoever sees them all; the server names those of one site.
  const sites = new Set(items.map(({ siteId }) => siteId));
  const [site = ''] = sites.size === 1 ? sites : [];
  const { data } = useOwners(site);
  const submit = async () => {
    const done = t(userId === '' ? 'exceptions.givenBack' : 'exceptions.given', { count: items.length });
    if (await change((seen) => assign(seen, userId === '' ? null : userId), done)) onClose();
  };
  return (
    <Frame
      items={items}
      title={t('exceptions.assign')}
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <SelectField
        label={t('exceptions.owner')}
        help={t('exceptions.assignHelp')}
        value={userId}
        options={[
          { value: '', label: t('exceptions.backToQueue') },
          ...(data?.owners ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onValueChange={setUserId}
      />
    </Frame>
  );
}

export function ReopenDialog({
  item,
  onClose,
}: Pick<DialogProps, 'onClose'> & { readonly item: ExceptionRow }) {
  const { isBusy, change } = useSeen([item]);
  const written = useDialogDraft(dialogName, { reason: '' }, onClose);
  const [isFaultShown, setIsFaultShown] = useState(false);
  const { reason } = written.draft;
  const submit = async () => {
    setIsFaultShown(true);
    const text = reason.trim();
    if (text === '') return;
    const run = ([seen = item]: readonly ExceptionRow[]) => reopen(seen, text);
    if (await change(run, t('exceptions.reopenedNow'))) written.drop();
  };
  return (
    <Frame
      items={[item]}
      title={t('exceptions.reopen')}
      isBusy={isBusy}
      onClose={written.close}
      onSubmit={() => void submit()}
    >
      <ReasonField reason={reason} isFaultShown={isFaultShown} onChange={written.change} />
    </Frame>
  );
}
