// Every patrol route of the tenant, or of the own site (MNG-01, MNG-06).
import { routeFields, type RouteRow } from '@watchpost/contract/patrol-routes';
import { IconRoute } from '@tabler/icons-react';
import { useMemo } from 'react';
import { inLanguage, t, useLanguage } from '../../lib/labels.ts';
import { listColumns } from '../../records/record-fields.ts';
import { RecordListPage } from '../../records/record-list-page.tsx';
import { timeWords } from '../../records/record-time.ts';
import { useSiteFilter } from '../../records/site-filter.tsx';
import type { GridColumn } from '../../ui/grid/grid-types.ts';
import { routeApi } from './patrol-routes.api.ts';

const makeColumns = (): readonly GridColumn<RouteRow>[] => [
  ...listColumns<typeof routeFields, RouteRow>(routeFields, {
    isFixedOrder: { value: ({ isFixedOrder }) => t(isFixedOrder ? 'routes.fixed' : 'routes.free') },
    expectedMinutes: { value: ({ expectedMinutes }) => t('routes.minuteCount', { count: expectedMinutes }) },
  }),
  {
    id: 'updatedAt',
    header: t('routes.updatedAt'),
    width: 188,
    minWidth: 130,
    fitWidth: 114,
    mayWrap: true,
    isSortable: true,
    value: ({ updatedAt }) => timeWords(updatedAt),
  },
];

const links = {
  details: ({ id }: RouteRow) => `#/manage-patrol-routes/route-details?id=${id}`,
  edit: ({ id }: RouteRow) => `#/manage-patrol-routes/edit-route?id=${id}`,
};
const nameOf = ({ name }: RouteRow): string => name;

export function PatrolRoutesPage() {
  const language = useLanguage();
  const columns = useMemo(() => inLanguage(language, makeColumns()), [language]);
  return (
    <RecordListPage
      api={routeApi}
      area="patrolRoutes"
      title={t('routes.title')}
      searchPlaceholder={t('routes.searchPlaceholder')}
      columns={columns}
      nameOf={nameOf}
      links={links}
      addLabel={t('routes.add')}
      addHref="#/manage-patrol-routes/add-route"
      {...useSiteFilter()}
      empty={{
        icon: <IconRoute size={32} aria-hidden />,
        title: t('routes.none'),
        reason: t('routes.noneReason'),
      }}
    />
  );
}
