// Field secrets issued and reset: asked about, told once, copied or printed (MNG-03).
import type { GuardRow, IssuedSecret } from '@watchpost/contract/guards';
import { IconCopy, IconPrinter } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { createPortal } from 'react-dom';
import { ApiError } from '../../lib/api-error.ts';
import { t } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { confirm } from '../../ui/overlays/confirm-store.ts';
import { Modal } from '../../ui/overlays/modal.tsx';
import { guardName } from './guard-draft.ts';
import { guardArea, issueSecrets } from './guards.api.ts';
import styles from './guards.module.css';

export interface Secrets {
  /** Null while none are to be told. */
  readonly issued: readonly IssuedSecret[] | null;
  readonly isBusy: boolean;
  readonly issue: (guards: readonly GuardRow[]) => Promise<void>;
  readonly close: () => void;
}

export function useSecrets(): Secrets {
  const queries = useQueryClient();
  const [issued, setIssued] = useState<readonly IssuedSecret[] | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  return useMemo(() => {
    const issue = async (guards: readonly GuardRow[]) => {
      const [first] = guards;
      if (first === undefined) return;
      const names = { count: guards.length, name: guardName(first) };
      const isSure = await confirm({
        message: t('guards.issueQuestion', names),
        yesLabel: t('guards.issueSecret'),
        noLabel: t('records.cancel'),
      });
      if (!isSure) return;
      setIsBusy(true);
      try {
        const secrets = await issueSecrets(guards.map(({ id }) => id));
        if (secrets.length === 0) toasts.info({ text: t('guards.secretsNone') });
        else setIssued(secrets);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        toasts.error({ summary: t('error.summary'), text: error.message });
      } finally {
        setIsBusy(false);
        void queries.invalidateQueries({ queryKey: [guardArea] });
      }
    };
    return { issued, isBusy, issue, close: () => setIssued(null) };
  }, [queries, issued, isBusy]);
}

export function SecretsDialog({ secrets: { issued, close } }: { readonly secrets: Secrets }) {
  if (issued === null) return null;
  const copy = async () => {
    const text = issued.map(({ name, employeeId, secret }) => `${name}\t${employeeId}\t${secret}`).join('\n');
    try {
      await navigator.clipboard.writeText(text);
      toasts.success({ text: t('guards.copied') });
    } catch {
      toasts.error({ summary: t('error.summary'), text: t('guards.copyRefused') });
    }
  };
  return (
    <>
      <Modal
        isOpen
        title={t('guards.secretsTitle')}
        width={560}
        onClose={close}
        footer={
          <>
            <Button icon={<IconCopy size={18} aria-hidden />} onClick={() => void copy()}>
              {t('guards.copy')}
            </Button>
            <Button icon={<IconPrinter size={18} aria-hidden />} onClick={() => window.print()}>
              {t('guards.print')}
            </Button>
            <Button variant="primary" onClick={close}>
              {t('guards.done')}
            </Button>
          </>
        }
      >
        <p className={styles.secretsOnce}>{t('guards.secretsOnce')}</p>
        <SecretTable issued={issued} />
      </Modal>
      {createPortal(
        <section className={styles.slips} aria-hidden>
          <SecretTable issued={issued} />
        </section>,
        document.body,
      )}
    </>
  );
}

function SecretTable({ issued }: { readonly issued: readonly IssuedSecret[] }) {
  return (
    <table className={styles.secrets}>
      <thead>
        <tr>
          <th scope="col">{t('guards.name')}</th>
          <th scope="col">{t('guards.employeeId')}</th>
          <th scope="col">{t('guards.secret')}</th>
        </tr>
      </thead>
      <tbody>
        {issued.map(({ id, name, employeeId, secret }) => (
          <tr key={id}>
            <td>{name}</td>
            <td>{employeeId}</td>
            <td>
              <code className={styles.secret}>{secret}</code>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
