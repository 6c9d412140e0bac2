import type { DutyRound, DutySessionDetails } from '@watchpost/contract/login-logout';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { roundHref } from '../../lib/record-links.ts';
import { EndOf, RoundStatus, ScannedOf, SiteTime } from '../../lib/rounds/round-cells.tsx';
import { useZoneChoice } from '../../lib/rounds/shown-zone.ts';
import { Card } from '../../ui/display/card.tsx';
import { PageSection } from '../../ui/display/page-section.tsx';
import { zoneOf } from './duty-cells.tsx';
import styles from './session-details.module.css';

/** The rounds that the guard started in the session, each leading to its own page. */
export function SessionRounds({ details }: { readonly details: DutySessionDetails }) {
  const { session, rounds } = details;
  const zone = zoneOf(session);
  const count = session.rounds ?? 0;
  const moreText = count > rounds.length ? t('logins.roundsCut', { shown: rounds.length, count }) : undefined;
  return (
    <PageSection title={t('logins.rounds')} description={moreText}>
      <Card>
        {rounds.length === 0 ? (
          <p className={styles.quiet}>
            {t(session.rounds === null ? 'logins.noRoundsUnknown' : 'logins.noRounds')}
          </p>
        ) : (
          <ul className={styles.rounds} aria-label={t('logins.roundsHead', { count })}>
            {rounds.map((round) => (
              <li key={round.id}>
                <RoundName round={round} />
                <span className={styles.span}>
                  <SiteTime atMs={round.scannedStartTime} zone={zone} />
                  {round.scannedEndTime !== null && (
                    <span className={styles.quiet}>
                      {' – '}
                      <EndOf startMs={round.scannedStartTime} endMs={round.scannedEndTime} zone={zone} />
                    </span>
                  )}
                </span>
                <ScannedOf scanned={round.scannedCheckPoints} total={round.totalCheckPoints} />
                <RoundStatus code={round.statusCode} />
              </li>
            ))}
          </ul>
        )}
      </Card>
    </PageSection>
  );
}

function RoundName({ round }: { readonly round: DutyRound }) {
  const canOpen = useSession((current) => current.hasAccessTo('SCANNED_CHECKPOINTS', 'details'));
  const choice = useZoneChoice();
  const name = round.routeName === '' ? t('logins.unknownRoute') : round.routeName;
  return canOpen ? (
    <a className={styles.route} href={roundHref(round.id, choice)}>
      {name}
    </a>
  ) : (
    <span className={styles.route}>{name}</span>
  );
}
