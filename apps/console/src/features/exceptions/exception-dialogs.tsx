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
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextArea } from '../../ui/fields/text-area.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { nameOf, outcomeWords } from './exception-words.tsx';
import { assign, close, reopen, useOwners } from './exceptions.api.ts';
import styles from './exceptions.module.css';
import { useChanges } from './use-changes.ts';

interface DialogProps {
  readonly items: readonly ExceptionRow[];
  readonly onClose: () => void;
  /** Once it was done. */
  readonly onDone?: () => void;
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

/** With what it says as soon as it lacks something. */
function useReason() {
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | null>(null);
  const field = (
    <TextArea
      label={t('exceptions.reasonField')}
      isRequired
      maxLength={exceptionTextMaxLength}
      value={reason}
      error={error}
      onChange={({ target }) => {
        setReason(target.value);
        setError(null);
      }}
    />
  );
  const check = (): string | null => {
    if (reason.trim() !== '') return reason.trim();
    setError(t('exception_reason_required'));
    return null;
  };
  return { field, check };
}

export function CloseDialog({ items, onClose, onDone }: DialogProps) {
  const { isBusy, attempt } = useChanges();
  const [outcome, setOutcome] = useState<ExceptionOutcome | null>(null);
  const [error, setError] = useState<string | null>(null);
  const reason = useReason();
  const submit = async () => {
    const text = reason.check();
    if (outcome === null) setError(t('exception_outcome_required'));
    if (text === null || outcome === null) return;
    const done = t('exceptions.closedNow', { count: items.length });
    if (!(await attempt(() => close(items, { outcome, reason: text }), done))) return;
    onDone?.();
    onClose();
  };
  return (
    <Frame
      items={items}
      title={t('exceptions.close')}
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      <SelectField
        label={t('exceptions.outcome')}
        isRequired
        value={outcome ?? ''}
        error={error}
        options={[
          { value: '', label: t('exceptions.chooseOutcome') },
          ...exceptionOutcomes.map((value) => ({ value, label: outcomeWords(value) })),
        ]}
        onValueChange={(value) => {
          setOutcome(exceptionOutcomes.find((known) => known === value) ?? null);
          setError(null);
        }}
      />
      {reason.field}
    </Frame>
  );
}

export function AssignDialog({ items, onClose, onDone }: DialogProps) {
  const { isBusy, attempt } = useChanges();
  const [userId, setUserId] = useState('');
  // Several sites have in common whoever sees them all; the server names those of one site.
  const sites = new Set(items.map(({ siteId }) => siteId));
  const [site = ''] = sites.size === 1 ? sites : [];
  const { data } = useOwners(site);
  const submit = async () => {
    const done = t(userId === '' ? 'exceptions.givenBack' : 'exceptions.given', { count: items.length });
    if (!(await attempt(() => assign(items, userId === '' ? null : userId), done))) return;
    onDone?.();
    onClose();
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
  const { isBusy, attempt } = useChanges();
  const reason = useReason();
  const submit = async () => {
    const text = reason.check();
    if (text === null) return;
    if (await attempt(() => reopen(item, text), t('exceptions.reopenedNow'))) onClose();
  };
  return (
    <Frame
      items={[item]}
      title={t('exceptions.reopen')}
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={() => void submit()}
    >
      {reason.field}
    </Frame>
  );
}
