// Field secrets issued and reset: asked about, told once, copied or printed (MNG-03).
import type { GuardRow, IssuedSecret } from '@watchpost/contract/guards';
import { IconCopy, IconPrinter } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { ApiError } from '../../lib/api-error.ts';
import { session, useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { confirm } from '../../ui/overlays/confirm-store.ts';
import { Modal } from '../../ui/overlays/modal.tsx';
import { guardName } from './guard-words.ts';
import { guardArea, issueSecrets } from './guards.api.ts';
import styles from './guards.module.css';
import { issuedSecrets } from './issued-secrets.ts';

const listHref = '#/manage-security-guards';

/** Says that secrets wait to be seen, while no page shows them. */
function followHidden(): void {
  let toast: number | undefined;
  const handleShow = () => {
    window.location.hash = listHref;
  };
  const look = () => {
    const isHidden = !issuedSecrets.isShown() && issuedSecrets.of(session.token()).length > 0;
    if (isHidden) {
      toast ??= toasts.success({
        text: t('guards.secretsWait'),
        durationMs: null,
        action: { label: t('guards.showSecrets'), onSelect: handleShow },
      });
    } else if (toast !== undefined) {
      toasts.dismiss(toast);
      toast = undefined;
    }
  };
  issuedSecrets.follow(look);
  session.subscribe(look);
}

followHidden();

interface Named {
  readonly id: string;
  readonly name: string;
}

async function askAndIssue(guards: readonly GuardRow[], refresh: () => void): Promise<void> {
  const [first] = guards;
  const issuer = session.token();
  if (first === undefined || issuer === undefined) return;
  if (issuedSecrets.isIssuing(issuer)) {
    toasts.info({ text: t('guards.secretsComing') });
    return;
  }
  const names = { count: guards.length, name: guardName(first) };
  const areRetired = guards.every(({ isSecretRetired }) => isSecretRetired);
  const isSure = await confirm({
    message: t(areRetired ? 'guards.issueAgainQuestion' : 'guards.issueQuestion', names),
    yesLabel: t('guards.issueSecret'),
    noLabel: t('records.cancel'),
  });
  const named = guards.map((guard) => ({ id: guard.id, name: guardName(guard) }));
  if (isSure) await issueTo(issuer, named, refresh);
}

async function issueTo(issuer: string, guards: readonly Named[], refresh: () => void): Promise<void> {
  try {
    const count = await issuedSecrets.issue(issuer, () => issueSecrets(guards.map(({ id }) => id)));
    if (count === 0) toasts.info({ text: t('guards.secretsNone') });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    toasts.error({ summary: t('error.summary'), text: error.message });
  } finally {
    refresh();
  }
}

/** After a guard was moved: who moves one knows first that the secret from before is retired. */
async function askAfterMove(guard: Named, refresh: () => void): Promise<void> {
  const issuer = session.token();
  if (issuer === undefined) return;
  const isSure = await confirm({
    message: t('guards.retiredQuestion', { name: guard.name }),
    yesLabel: t('guards.issueSecret'),
    noLabel: t('guards.later'),
  });
  if (isSure) await issueTo(issuer, [guard], refresh);
}

export function useSecrets() {
  const queries = useQueryClient();
  const isBusy = useSyncExternalStore(issuedSecrets.follow, () => issuedSecrets.isIssuing(session.token()));
  /** What it issues is shown by whichever page has a SecretsDialog then. */
  const issue = useCallback(
    (guards: readonly GuardRow[]) =>
      askAndIssue(guards, () => void queries.invalidateQueries({ queryKey: [guardArea] })),
    [queries],
  );
  const afterMove = useCallback(
    (guard: Named) => askAfterMove(guard, () => void queries.invalidateQueries({ queryKey: [guardArea] })),
    [queries],
  );
  return { isBusy, issue, afterMove };
}

/** Shows what was issued and is not put away yet, also from a page that was left in the meantime. */
export function SecretsDialog() {
  const issuer = useSession((current) => current.token());
  const issued = useSyncExternalStore(issuedSecrets.follow, () => issuedSecrets.of(issuer));
  useEffect(() => issuedSecrets.show(), []);
  if (issued.length === 0) return null;
  const close = () => issuedSecrets.putAway(issuer);
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
