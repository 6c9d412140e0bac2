// A guard's last rounds, how they went, and what is doubted about their scans.
import type { GuardDetails } from '@watchpost/contract/guards';
import { guardDetailsDays, lastRoundsShown } from '@watchpost/domain/guards';
import { useState } from 'react';
import { t } from '../../lib/labels.ts';
import { roundHref } from '../../lib/record-links.ts';
import { wallClock } from '../../lib/rounds/round-times.ts';
import { HiddenCard, NoteCard } from '../../records/list-card.tsx';
import { roundFigures, type RoundFilter, RoundTable } from '../../records/round-table.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { FigureFilter } from '../../ui/actions/figure-filter.tsx';
import { Card, CardFoot, CardNote } from '../../ui/display/card.tsx';
import styles from './guard-details.module.css';

interface RoundsProps {
  readonly rounds: GuardDetails['rounds'];
}

/** Each figure shows the rounds that it counts. */
export function GuardRounds({ rounds }: RoundsProps) {
  const [status, setStatus] = useState<RoundFilter>(null);
  const [isWhole, setIsWhole] = useState(false);
  const title = t('records.rounds', { days: guardDetailsDays });
  if (rounds === null) return <HiddenCard title={title} />;
  const withStatus = (code: RoundFilter) =>
    code === null ? rounds.list : rounds.list.filter(({ statusCode }) => statusCode === code);
  const found = withStatus(status);
  return (
    <Card title={title} isFlush>
      <FigureFilter
        figures={roundFigures((code) => withStatus(code).length)}
        value={status}
        onChange={setStatus}
      />
      {found.length === 0 ? (
        <CardNote>{t('guards.noRounds')}</CardNote>
      ) : (
        <RoundTable
          rounds={isWhole ? found : found.slice(0, lastRoundsShown)}
          zoneOf={({ siteTimeZone }) => siteTimeZone}
          second={{ header: t('records.site'), of: ({ siteName }) => siteName }}
        />
      )}
      {!isWhole && found.length > lastRoundsShown && (
        <CardFoot>
          <Button size="small" onClick={() => setIsWhole(true)}>
            {t('records.showAll', { count: found.length })}
          </Button>
        </CardFoot>
      )}
    </Card>
  );
}

/** By kind; each opens the rounds behind it. */
export function GuardDoubts({ rounds }: RoundsProps) {
  const title = t('guards.doubts');
  if (rounds === null) return null;
  if (rounds.doubts.length === 0) return <NoteCard title={title} note={t('guards.noDoubts')} />;
  return (
    <Card title={title} isFlush>
      {rounds.doubts.map(({ flag, scans, roundIds }) => (
        <details key={flag} className={styles.doubt}>
          <summary>
            <strong>{t(`trust.${flag}`)}</strong>
            <span className={styles.quiet}>
              {t('guards.doubtScans', { count: scans })} {t('guards.doubtRounds', { count: roundIds.length })}
            </span>
          </summary>
          <ul className={styles.behind}>
            {rounds.list
              .filter(({ id }) => roundIds.includes(id))
              .map((round) => (
                <li key={round.id}>
                  <a href={roundHref(round.id, 'site')}>{wallClock(round.startedAtMs, round.siteTimeZone)}</a>{' '}
                  <span className={styles.quiet}>{round.siteName}</span>
                </li>
              ))}
          </ul>
        </details>
      ))}
    </Card>
  );
}
