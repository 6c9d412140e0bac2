// Where the account is signed in, and ending it there. Mounted while open.
import type { SessionEntry } from '@watchpost/contract/accounts';
import { browserOf } from '@watchpost/domain/browser-name';
import { ConfirmPasswordDialog, isConfirmFirst } from '../../lib/confirm-password-dialog.tsx';
import { FailedPart } from '../../ui/feedback/failed-part.tsx';
import { failureTexts, FormMessage } from '../../lib/form-message.tsx';
import { t } from '../../lib/labels.ts';
import { timeWords } from '../../records/record-time.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';

import { useEndSession, useOwnSessions } from './own-account.api.ts';
import styles from './own-account.module.css';

function nameOf(agent: string): string {
  const { browser, system } = browserOf(agent);
  const name = browser ?? t('sessions.unknownBrowser');
  return system === undefined ? name : t('sessions.browserOn', { browser: name, system });
}

interface SessionRowProps {
  readonly entry: SessionEntry;
  readonly isBusy: boolean;
  readonly onEnd: () => void;
}

function SessionRow({ entry, isBusy, onEnd }: SessionRowProps) {
  const name = nameOf(entry.agent);
  return (
    <li className={styles.session}>
      <div className={styles.where}>
        <span className={styles.name}>
          {name}
          {entry.isCurrent && <Chip value={t('sessions.this')} />}
        </span>
        <span className={styles.detail}>{t('sessions.from', { address: entry.address })}</span>
        <span className={styles.detail}>
          {t('sessions.since', { time: timeWords(entry.createdAtMs) })} ·{' '}
          {t('sessions.lastSeen', { time: timeWords(entry.lastSeenAtMs) })}
        </span>
      </div>
      {!entry.isCurrent && (
        <Button size="small" disabled={isBusy} aria-label={t('sessions.endNamed', { name })} onClick={onEnd}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  );
}

/** What keeps a session from being ended: the password that is wanted first, or else what the server said. */
function EndProblem({ end }: { end: ReturnType<typeof useEndSession> }) {
  if (!end.isError) return null;
  if (!isConfirmFirst(end.error)) {
    return <FormMessage message={{ isError: true, texts: failureTexts(end.error) }} />;
  }
  return <ConfirmPasswordDialog onClose={() => end.reset()} onConfirmed={() => end.mutate(end.variables)} />;
}

export function SessionsDialog({ onClose }: { onClose: () => void }) {
  const { data, isError, refetch } = useOwnSessions();
  const end = useEndSession();
  const entries = data?.data ?? [];
  const hasOthers = entries.some((entry) => !entry.isCurrent);
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={t('sessions.title')}
      width={560}
      footer={
        <>
          {hasOthers && (
            <Button variant="danger" isBusy={end.isPending} onClick={() => end.mutate(undefined)}>
              {t('sessions.endOthers')}
            </Button>
          )}
          <Button variant="primary" data-autofocus onClick={onClose}>
            {t('sessions.close')}
          </Button>
        </>
      }
    >
      {data === undefined && !isError && <Spinner />}
      {isError && <FailedPart reason={t('sessions.failed')} onRetry={() => void refetch()} />}
      <ul className={styles.sessions}>
        {entries.map((entry) => (
          <SessionRow
            key={entry.id}
            entry={entry}
            isBusy={end.isPending}
            onEnd={() => end.mutate(entry.id)}
          />
        ))}
      </ul>
      {data !== undefined && !hasOthers && <p className={styles.detail}>{t('sessions.onlyThis')}</p>}
      <EndProblem end={end} />
    </Modal>
  );
}
