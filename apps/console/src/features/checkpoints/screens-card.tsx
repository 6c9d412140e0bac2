// Screens at a checkpoint that show a code which changes, where a printed one would be photographed (FIELD-03).
import type { CheckpointScreen } from '@watchpost/contract/checkpoint-screens';
import type { CheckpointRow } from '@watchpost/contract/checkpoints';
import { IconDeviceTv, IconTrash } from '@tabler/icons-react';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { currentTenant } from '../../lib/tenant.ts';
import { Loaded } from '../../records/loaded.tsx';
import { timeWords } from '../../records/record-time.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { StatusBadge } from '../../ui/display/status-badge.tsx';
import { useScreens } from './checkpoint-screens.api.ts';
import styles from './checkpoint-details.module.css';
import { type Offer, useScreenChanges } from './use-screens.ts';

export function ScreensCard({ checkpoint }: { readonly checkpoint: CheckpointRow }) {
  const query = useScreens(checkpoint.id);
  const mayEdit = useSession((session) => session.hasAccess('edit'));
  const { offer, isBusy, pair, end } = useScreenChanges(checkpoint.id);
  return (
    <Card title={t('screens.title')}>
      <p className={styles.quiet}>{t('screens.text')}</p>
      <Loaded query={query} height={40}>
        {({ screens }) =>
          screens.length > 0 && (
            <ol className={styles.codes}>
              {screens.map((screen) => (
                <Screen
                  key={screen.id}
                  screen={screen}
                  onEnd={mayEdit ? () => void end(screen) : undefined}
                />
              ))}
            </ol>
          )
        }
      </Loaded>
      {offer !== null && <PairingWords offer={offer} />}
      {mayEdit && checkpoint.activated && (
        <div className={styles.reissue}>
          <Button
            size="small"
            icon={<IconDeviceTv size={16} aria-hidden />}
            isBusy={isBusy}
            onClick={() => void pair()}
          >
            {t('screens.pair')}
          </Button>
        </div>
      )}
    </Card>
  );
}

interface ScreenProps {
  readonly screen: CheckpointScreen;
  readonly onEnd: (() => void) | undefined;
}

function Screen({ screen, onEnd }: ScreenProps) {
  const { serial, pairedAtMs, seenAtMs, revokedAtMs } = screen;
  const isInUse = revokedAtMs === null;
  return (
    <li>
      <strong>{t('screens.one', { serial })}</strong>
      <StatusBadge meaning={isInUse ? 'good' : 'missed'}>
        {t(isInUse ? 'screens.inUse' : 'screens.ended')}
      </StatusBadge>
      <span className={styles.quiet}>
        {t('screens.paired', { at: timeWords(pairedAtMs ?? 0) })}
        {isInUse && seenAtMs !== null && `, ${t('screens.seen', { at: timeWords(seenAtMs) })}`}
        {!isInUse && `, ${t('screens.endedAt', { at: timeWords(revokedAtMs) })}`}
      </span>
      {isInUse && onEnd !== undefined && (
        <Button size="small" icon={<IconTrash size={16} aria-hidden />} onClick={onEnd}>
          {t('screens.end')}
        </Button>
      )}
    </li>
  );
}

/** Told once: the server keeps a hash alone. */
function PairingWords({ offer }: { readonly offer: Offer }) {
  const address = `${location.origin}/display/?company=${encodeURIComponent(currentTenant())}`;
  return (
    <output className={styles.codeWords}>
      <span>
        {t('screens.open')} <a href={address}>{address}</a>
      </span>
      <span>
        {t('screens.typeCode')}{' '}
        <code className={styles.typed}>{offer.pairingCode.replace(/^(.{4})/, '$1 ')}</code>
      </span>
      <span className={styles.quiet}>{t('screens.goodUntil', { at: timeWords(offer.endsAtMs) })}</span>
    </output>
  );
}
