import type { GuardRow } from '@watchpost/contract/guards';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { guardName } from './guard-words.ts';
import { eraseGuard, guardArea } from './guards.api.ts';
import styles from './personal-data.module.css';

interface EraseProps {
  readonly guard: GuardRow;
  readonly onClose: () => void;
}

function useErasure({ guard, onClose }: EraseProps) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<string | undefined>();
  const { isPending, mutate } = useMutation({
    mutationFn: () => eraseGuard(guard),
    onSuccess: () => {
      toasts.success({ text: t('personalData.done') });
      onClose();
    },
    onError: (error) => toasts.error({ summary: t('error.summary'), text: error.message }),
    onSettled: () => void queries.invalidateQueries({ queryKey: [guardArea] }),
  });
  const submit = () => {
    const isRight = typed.trim().toLowerCase() === guard.employeeId.toLowerCase();
    setProblem(isRight ? undefined : t('personalData.otherId'));
    if (isRight && !isPending) mutate();
  };
  return { typed, setTyped, problem, isPending, submit };
}

/** What goes, what stays and why; the employee ID is typed, as nothing brings the data back. */
export function EraseDialog(props: EraseProps) {
  const { guard, onClose } = props;
  const { typed, setTyped, problem, isPending, submit } = useErasure(props);
  return (
    <Modal
      isOpen
      role="alertdialog"
      title={t('personalData.eraseTitle', { name: guardName(guard) })}
      width={560}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button onClick={onClose}>{t('records.cancel')}</Button>
          <Button type="submit" variant="danger" isBusy={isPending}>
            {t('personalData.eraseForGood')}
          </Button>
        </>
      }
    >
      <dl className={styles.parts}>
        {(['goes', 'stays', 'elsewhere'] as const).map((part) => (
          <div key={part}>
            <dt>{t(`personalData.${part}Title`)}</dt>
            <dd>{t(`personalData.${part}`)}</dd>
          </div>
        ))}
      </dl>
      <TextField
        label={t('personalData.typeId', { employeeId: guard.employeeId })}
        value={typed}
        error={problem}
        autoComplete="off"
        isRequired
        onChange={(event) => setTyped(event.target.value)}
      />
    </Modal>
  );
}
