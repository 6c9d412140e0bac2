import { t } from '../../lib/labels.ts';
import { SiteTime } from '../../lib/rounds/round-cells.tsx';
import type { GridColumn } from '../../ui/grid/grid-types.ts';
import {
  AgeCell,
  ExceptionStatusBadge,
  guardsText,
  Kind,
  kindText,
  Owner,
  outcomeText,
  ownerText,
  reasonText,
  ExceptionSeverityBadge,
  severityText,
  statusText,
} from './exception-texts.tsx';
import type { ListedException } from './exceptions.api.ts';

type Columns = readonly GridColumn<ListedException>[];

/** What happened, and how far somebody is with it. */
const firstColumns = (): Columns => [
  {
    id: 'kind',
    header: t('exceptions.kind'),
    width: 132,
    value: ({ kind }) => kindText(kind),
    render: (_value, { kind }) => <Kind kind={kind} />,
  },
  {
    id: 'severity',
    header: t('exceptions.severity'),
    width: 104,
    isSortable: true,
    value: ({ severity }) => severityText(severity),
    render: (_value, { severity }) => <ExceptionSeverityBadge severity={severity} />,
  },
  {
    id: 'status',
    header: t('records.status'),
    width: 106,
    value: ({ status }) => statusText(status),
    render: (_value, { status }) => <ExceptionStatusBadge status={status} />,
  },
  {
    id: 'openedAt',
    header: t('exceptions.age'),
    headerHelp: t('exceptions.ageHelp'),
    width: 124,
    mayWrap: true,
    isSortable: true,
    value: ({ openedAtMs }) => openedAtMs,
    render: (_value, row) => <AgeCell row={row} />,
  },
];

/** Who sees to it, and where it happened. */
const whereColumns = (): Columns => [
  {
    id: 'owner',
    header: t('exceptions.owner'),
    width: 172,
    fitWidth: 110,
    mayWrap: true,
    isSortable: true,
    value: ownerText,
    render: (_value, { owner }) => <Owner owner={owner} />,
  },
  {
    id: 'route',
    header: t('exceptions.route'),
    width: 140,
    fitWidth: 118,
    mayWrap: true,
    value: ({ routeName }) => routeName,
  },
  {
    id: 'site',
    header: t('records.site'),
    width: 190,
    fitWidth: 118,
    mayWrap: true,
    isSortable: true,
    value: ({ siteName }) => siteName,
  },
];

const moreColumns = (): Columns => [
  { id: 'guards', header: t('exceptions.guard'), width: 140, mayWrap: true, value: guardsText },
  {
    id: 'happenedAt',
    header: t('exceptions.happened'),
    headerHelp: t('exceptions.happenedHelp'),
    width: 192,
    isSortable: true,
    value: ({ happenedAtMs }) => happenedAtMs,
    render: (_value, { happenedAtMs, timeZone }) => <SiteTime atMs={happenedAtMs} zone={timeZone} />,
  },
  {
    id: 'reasons',
    header: t('exceptions.reasons'),
    width: 210,
    mayWrap: true,
    value: ({ reasons }) => reasons.map(reasonText).join(', '),
  },
  {
    id: 'outcome',
    header: t('exceptions.outcome'),
    width: 150,
    value: ({ outcome }) => (outcome === null ? null : outcomeText(outcome)),
  },
  {
    id: 'closedAt',
    header: t('exceptions.closedAt'),
    width: 192,
    isSortable: true,
    value: ({ closedAtMs }) => closedAtMs,
    render: (_value, { closedAtMs, timeZone }) =>
      closedAtMs === null ? null : <SiteTime atMs={closedAtMs} zone={timeZone} />,
  },
];

export const makeColumns = (): Columns => [...firstColumns(), ...whereColumns(), ...moreColumns()];
