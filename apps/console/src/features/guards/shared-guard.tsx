// What somebody is told who manages some of a guard's sites and not all of them, and what they can do all the same.
import type { GuardRow } from '@watchpost/contract/guards';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { confirm } from '../../ui/overlays/confirm-store.ts';
import { guardName } from './guard-words.ts';
import { guardArea, takeOffSite } from './guards.api.ts';
import styles from './guards.module.css';

function toList(): void {
  window.location.hash = '#/manage-security-guards';
}

export function SharedGuard({ guard }: { readonly guard: GuardRow }) {
  const mayEdit = useSession((session) => session.hasAccess('edit'));
  const queries = useQueryClient();
  const [isBusy, setIsBusy] = useState(false);
  const name = guardName(guard);
  const leave = async ({ id, name: site }: GuardRow['sites'][number]) => {
    const yesLabel = t('guards.leaveSite', { site });
    const message = t('guards.leaveQuestion', { name, site });
    if (!(await confirm({ message, yesLabel, noLabel: t('records.cancel'), isDangerous: true }))) return;
    setIsBusy(true);
    try {
      await takeOffSite(guard.id, id);
      toasts.success({ text: t('guards.left', { name, site }) });
      toList();
      await queries.invalidateQueries({ queryKey: [guardArea] });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toasts.error({ summary: t('error.summary'), text: error.message });
    } finally {
      setIsBusy(false);
    }
  };
  return (
    <Card>
      <div className={styles.shared}>
        <p>{t('guards.shared')}</p>
        {mayEdit &&
          guard.sites.map((site) => (
            <Button key={site.id} size="small" isBusy={isBusy} onClick={() => void leave(site)}>
              {t('guards.leaveSite', { site: site.name })}
            </Button>
          ))}
      </div>
    </Card>
  );
}
