// The last rounds on a record's page: figures by how they went, and the rounds themselves.
import { roundStatus } from '@watchpost/domain/round-status';
import { t } from '../lib/labels.ts';
import { roundHref } from '../lib/record-links.ts';
import { RoundStatus, ScannedOf, SiteTime } from '../lib/rounds/round-cells.tsx';
import { useZoneChoice } from '../lib/rounds/shown-zone.ts';
import { PlainTable } from '../ui/display/plain-table.tsx';

/** Null stands for all of them. */
export type RoundFilter = number | null;

/** `countOf` tells how many there are of each. */
export function roundFigures(countOf: (status: RoundFilter) => number) {
  const figures = [
    { value: null, label: t('records.roundsAll') },
    { value: roundStatus.completed, label: t('records.roundsCompleted') },
    { value: roundStatus.incompleted, label: t('records.roundsIncompleted') },
    { value: roundStatus.inProgress, label: t('records.roundsInProgress') },
  ];
  return figures.map((each) => ({ ...each, figure: countOf(each.value) }));
}

interface ListedRound {
  readonly id: string;
  readonly startedAtMs: number;
  readonly routeName: string;
  readonly scannedCheckPoints: number;
  readonly totalCheckPoints: number | null;
  readonly statusCode: number;
}

interface RoundTableProps<Round> {
  readonly rounds: readonly Round[];
  readonly zoneOf: (round: Round) => string;
  /** What the record's page does not say of a round already, such as its guard. */
  readonly second: { readonly header: string; readonly of: (round: Round) => string };
}

export function RoundTable<Round extends ListedRound>({ rounds, zoneOf, second }: RoundTableProps<Round>) {
  const shown = useZoneChoice();
  return (
    <PlainTable label={t('records.lastRounds')}>
      <thead>
        <tr>
          <th scope="col">{t('records.roundStart')}</th>
          <th scope="col">{second.header}</th>
          <th scope="col">{t('records.roundRoute')}</th>
          <th scope="col">{t('records.roundScanned')}</th>
          <th scope="col">{t('records.roundStatus')}</th>
        </tr>
      </thead>
      <tbody>
        {rounds.map((round) => (
          <tr key={round.id}>
            <td>
              <a href={roundHref(round.id, shown)}>
                <SiteTime atMs={round.startedAtMs} zone={zoneOf(round)} />
              </a>
            </td>
            <td>{second.of(round)}</td>
            <td>{round.routeName}</td>
            <td>
              <ScannedOf scanned={round.scannedCheckPoints} total={round.totalCheckPoints} />
            </td>
            <td>
              <RoundStatus code={round.statusCode} />
            </td>
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
