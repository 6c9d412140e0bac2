// What the list of due rounds tells of each: when and where it is due, and what became of it.
import type { DueRoundRow } from '@watchpost/contract/due-rounds';
import { t } from '../../lib/labels.ts';
import { EndOf, SiteTime } from '../../lib/rounds/round-cells.tsx';
import { useShownZone } from '../../lib/rounds/shown-zone.ts';
import { acceptanceWords, lateWords } from '../../records/late-arrival-words.ts';
import { timeWords } from '../../records/record-time.ts';
import type { GridColumn } from '../../ui/grid/grid-types.ts';
import { DueStatusBadge, dueStatusWords } from './due-status.tsx';
import { guardsWords } from './tour-words.ts';

const excuseWords = ({ reason, by, atMs }: NonNullable<DueRoundRow['excuse']>): string =>
  t('dueRounds.excuseWords', { reason, by, at: timeWords(atMs) });

/** Both of a round that arrived after it was excused; and what was sent late, which names its guard itself. */
function walkedWords({ round, excuse, sentLate }: DueRoundRow, zone: string): string {
  const isLate = sentLate.some(({ roundId }) => roundId === round?.id);
  const parts = [
    isLate ? '' : (round?.guardName ?? ''),
    ...sentLate.flatMap((arrival) => [lateWords(arrival, zone), acceptanceWords(arrival) ?? '']),
    excuse === null ? '' : excuseWords(excuse),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

function Walked({ due }: { readonly due: DueRoundRow }) {
  return walkedWords(due, useShownZone(due.timeZone));
}

/** The start of the round that was walked, or else of the one that was sent late. */
const begunAt = ({ round, sentLate }: DueRoundRow): number | null =>
  round?.begunAtMs ?? sentLate[0]?.startedAtMs ?? null;

const plannedColumns = (): readonly GridColumn<DueRoundRow>[] => [
  {
    id: 'dueAtMs',
    header: t('dueRounds.dueAt'),
    width: 190,
    minWidth: 122,
    fitWidth: 112,
    mayWrap: true,
    value: ({ dueAtMs }) => dueAtMs,
    render: (_value, { dueAtMs, timeZone }) => <SiteTime atMs={dueAtMs} zone={timeZone} />,
  },
  {
    id: 'status',
    header: t('records.status'),
    width: 122,
    value: ({ status }) => dueStatusWords(status),
    render: (_value, { status }) => <DueStatusBadge status={status} />,
  },
  {
    id: 'tour',
    header: t('dueRounds.tour'),
    width: 200,
    minWidth: 126,
    fitWidth: 106,
    mayWrap: true,
    value: ({ tourName }) => tourName,
  },
  {
    id: 'route',
    header: t('tours.route'),
    width: 180,
    minWidth: 104,
    fitWidth: 96,
    mayWrap: true,
    value: ({ routeName }) => routeName,
  },
  {
    id: 'site',
    header: t('records.site'),
    width: 180,
    minWidth: 134,
    fitWidth: 118,
    mayWrap: true,
    value: ({ siteName }) => siteName,
  },
];

const walkedColumns = (): readonly GridColumn<DueRoundRow>[] => [
  {
    id: 'walkedBy',
    header: t('dueRounds.walkedBy'),
    width: 280,
    minWidth: 130,
    fitWidth: 96,
    mayWrap: true,
    value: ({ round }) => round?.guardName ?? null,
    render: (_value, due) => <Walked due={due} />,
  },
  {
    id: 'startedAt',
    header: t('dueRounds.startedAt'),
    width: 96,
    minWidth: 92,
    fitWidth: 84,
    mayWrap: true,
    value: begunAt,
    render: (_value, due) => {
      const atMs = begunAt(due);
      return atMs === null ? null : <EndOf startMs={due.dueAtMs} endMs={atMs} zone={due.timeZone} />;
    },
  },
  {
    id: 'guards',
    header: t('tours.guards'),
    width: 160,
    minWidth: 94,
    mayWrap: true,
    value: ({ guards }) => guardsWords(guards),
  },
];

export const dueColumns = () => [...plannedColumns(), ...walkedColumns()];
