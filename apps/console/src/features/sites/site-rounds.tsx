// How the rounds of a site went: each figure shows the rounds behind it, the report has all of them.
import type { SiteDetails } from '@watchpost/contract/site-details';
import { roundStatus } from '@watchpost/domain/round-status';
import { siteComplianceDays } from '@watchpost/domain/site-details';
import { useState } from 'react';
import { t } from '../../lib/labels.ts';
import { HiddenCard } from '../../records/list-card.tsx';
import { roundFigures, type RoundFilter, RoundTable } from '../../records/round-table.tsx';
import { FigureFilter } from '../../ui/actions/figure-filter.tsx';
import { Card, CardFoot, CardNote } from '../../ui/display/card.tsx';

type Rounds = NonNullable<SiteDetails['rounds']>;

const rowsShown = 10;

function countOf(rounds: Rounds, status: RoundFilter): number {
  if (status === roundStatus.completed) return rounds.completed;
  if (status === roundStatus.incompleted) return rounds.incompleted;
  return status === roundStatus.inProgress ? rounds.inProgress : rounds.rounds;
}

/** Of the rounds that ended; nothing while none has. */
function Compliance({ rounds: { completed, incompleted } }: { readonly rounds: Rounds }) {
  const ended = completed + incompleted;
  if (ended === 0) return null;
  return <strong>{t('sites.compliance', { percent: Math.floor((100 * completed) / ended) })}</strong>;
}

export function SiteRoundsCard({ site, rounds }: SiteDetails) {
  const [status, setStatus] = useState<RoundFilter>(null);
  const title = t('records.rounds', { days: siteComplianceDays });
  if (rounds === null) return <HiddenCard title={title} />;
  const shown = rounds.last
    .filter(({ statusCode }) => status === null || statusCode === status)
    .slice(0, rowsShown);
  const report = new URLSearchParams({ site: site.id, from: rounds.from, to: rounds.to, zone: 'site' });
  return (
    <Card title={title} actions={<Compliance rounds={rounds} />} isFlush>
      <FigureFilter
        figures={roundFigures((code) => countOf(rounds, code))}
        value={status}
        onChange={setStatus}
      />
      {shown.length === 0 ? (
        <CardNote>{t('sites.noRounds')}</CardNote>
      ) : (
        <RoundTable
          rounds={shown}
          zoneOf={() => site.timeZone}
          second={{ header: t('sites.roundGuard'), of: ({ guardName }) => guardName }}
        />
      )}
      {rounds.rounds > 0 && (
        <CardFoot>
          <a href={`#/patrolling-reports/scanned-checkpoints?${report}`}>
            {t('sites.openReport', { count: rounds.rounds })}
          </a>
        </CardFoot>
      )}
    </Card>
  );
}
