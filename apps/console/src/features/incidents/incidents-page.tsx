// Every incident, as a list or as a board; which of them the address says (MNG-08).
import { IconAlertTriangle, IconLayoutKanban, IconList } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useMemo } from 'react';
import { onAppEvent } from '../../lib/app-events.ts';
import { inLanguage, t, useLanguage } from '../../lib/labels.ts';
import { SiteTime } from '../../lib/rounds/round-cells.tsx';
import { type ZoneChoice, zoneChoiceIn } from '../../lib/rounds/shown-zone.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { DoubtMark } from '../../records/doubt-mark.tsx';
import { RecordListPage } from '../../records/record-list-page.tsx';
import type { FilterProps } from '../../records/record-search.ts';
import { Button } from '../../ui/actions/button.tsx';
import type { GridColumn } from '../../ui/grid/grid-types.ts';
import { IncidentBoard } from './incident-board.tsx';
import { useIncidentChips } from './incident-chips.ts';
import { IncidentFilters } from './incident-filters.tsx';
import {
  detailsHref,
  editHref,
  IncidentStatusBadge,
  IncidentSeverityBadge,
  typeWords,
} from './incident-texts.tsx';
import { filterNames, incidentApi, incidentArea, type ListedIncident, refreshMs } from './incidents.api.ts';

const whatColumns = (): readonly GridColumn<ListedIncident>[] => [
  {
    id: 'type',
    header: t('incidents.type'),
    width: 150,
    minWidth: 124,
    mayWrap: true,
    isSortable: true,
    value: ({ type }) => typeWords(type),
  },
  {
    id: 'severity',
    header: t('incidents.severity'),
    width: 104,
    isSortable: true,
    value: ({ severity }) => severity,
    render: (_value, { severity }) => <IncidentSeverityBadge severity={severity} />,
  },
  {
    id: 'status',
    header: t('incidents.status'),
    width: 110,
    isSortable: true,
    value: ({ status }) => status,
    render: (_value, { status }) => <IncidentStatusBadge status={status} />,
  },
  {
    id: 'site',
    header: t('records.site'),
    width: 180,
    minWidth: 138,
    fitWidth: 130,
    mayWrap: true,
    isSortable: true,
    value: ({ siteName }) => siteName,
  },
];

function Description({ incident }: { readonly incident: ListedIncident }) {
  const { description, isFromLostPhone, isSentLate, isFromFuture } = incident;
  return (
    <>
      {isFromLostPhone && <DoubtMark doubt="lostPhone" />} {isSentLate && <DoubtMark doubt="sentLate" />}{' '}
      {isFromFuture && <DoubtMark doubt="fromFuture" />} {description}
    </>
  );
}

const moreColumns = (): readonly GridColumn<ListedIncident>[] => [
  {
    id: 'description',
    header: t('incidents.description'),
    width: 400,
    minWidth: 204,
    fitWidth: 140,
    mayWrap: true,
    value: ({ description }) => description,
    render: (_value, incident) => <Description incident={incident} />,
  },
  {
    id: 'reportedAt',
    header: t('incidents.reportedAt'),
    width: 192,
    minWidth: 124,
    mayWrap: true,
    isSortable: true,
    value: ({ reportedAt }) => reportedAt,
    render: (_value, { reportedAt, siteTimeZone }) => <SiteTime atMs={reportedAt} zone={siteTimeZone} />,
  },
  {
    id: 'reporter',
    header: t('incidents.reporter'),
    width: 150,
    minWidth: 100,
    mayWrap: true,
    value: ({ reporterName }) => reporterName,
    render: (_value, { reporterName, isFromLostPhone }) =>
      isFromLostPhone ? <DoubtMark doubt="lostPhone" /> : reporterName,
  },
  {
    id: 'assignee',
    header: t('incidents.assignee'),
    width: 150,
    minWidth: 128,
    mayWrap: true,
    isSortable: true,
    value: ({ assigneeName }) => assigneeName,
  },
  { id: 'photos', header: t('incidents.photos'), width: 70, align: 'end', value: ({ photos }) => photos },
];

const makeColumns = () => [...whatColumns(), ...moreColumns()];

const linksIn = (zone: ZoneChoice) => ({
  details: ({ id }: ListedIncident) => detailsHref(id, zone),
  edit: ({ id }: ListedIncident) => editHref(id),
});
const siteZoneOf = ({ siteTimeZone }: ListedIncident): string => siteTimeZone;
const nameOf = ({ type, siteName }: ListedIncident): string => `${typeWords(type)}, ${siteName}`;
const listFilters = (props: FilterProps) => <IncidentFilters {...props} isBoard={false} />;
const addHref = '#/manage-incidents/add-incident';

/** Others report and attend in the meantime; what the bell tells of shows at once, the rest within seconds. */
function useFreshIncidents(): void {
  const queries = useQueryClient();
  useEffect(
    () => onAppEvent('incidentReported', () => void queries.invalidateQueries({ queryKey: [incidentArea] })),
    [queries],
  );
  useEffect(() => {
    const ask = () => void queries.invalidateQueries({ queryKey: [incidentArea, 'list'] });
    const timer = window.setInterval(ask, refreshMs);
    window.addEventListener('focus', ask);
    return () => {
      window.clearInterval(timer);
      window.removeEventListener('focus', ask);
    };
  }, [queries]);
}

export function IncidentsPage() {
  useFreshIncidents();
  const [{ view }, change] = useUrlSearch();
  const isBoard = view === 'board';
  const toggle = (
    <Button
      icon={isBoard ? <IconList size={18} aria-hidden /> : <IconLayoutKanban size={18} aria-hidden />}
      onClick={() => change({ view: isBoard ? undefined : 'board', page: undefined })}
    >
      {isBoard ? t('incidents.showList') : t('incidents.showBoard')}
    </Button>
  );
  return isBoard ? <IncidentBoard toggle={toggle} /> : <IncidentList toggle={toggle} />;
}

function IncidentList({ toggle }: { readonly toggle: ReactNode }) {
  const language = useLanguage();
  const columns = useMemo(() => inLanguage(language, makeColumns()), [language]);
  const chips = useIncidentChips({ isBoard: false });
  const [raw] = useUrlSearch();
  const zone = zoneChoiceIn(raw['zone']);
  const links = useMemo(() => linksIn(zone), [zone]);
  return (
    <RecordListPage
      api={incidentApi}
      area="incidents"
      title={t('incidents.title')}
      searchPlaceholder={t('incidents.searchPlaceholder')}
      columns={columns}
      nameOf={nameOf}
      siteZoneOf={siteZoneOf}
      links={links}
      addLabel={t('incidents.add')}
      addHref={addHref}
      pageActions={toggle}
      filterNames={filterNames}
      filters={listFilters}
      foldsFilters
      chips={chips}
      empty={{
        icon: <IconAlertTriangle size={32} aria-hidden />,
        title: t('incidents.none'),
        reason: t('incidents.noneReason'),
      }}
    />
  );
}
