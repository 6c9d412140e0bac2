// The list of any kind of record: searched, filtered, sorted, arranged, exported, and acted on (MNG-01).
import type { ListArea } from '@watchpost/domain/managed-records';
import { IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo } from 'react';
import { PrintHead } from '../lib/brand/print-head.tsx';
import { useSession } from '../lib/current-session.ts';
import { t } from '../lib/labels.ts';
import { PageActions } from '../lib/page-actions.tsx';
import { ShownZone } from '../lib/rounds/shown-zone.ts';
import { Button, ButtonLink } from '../ui/actions/button.tsx';
import { GridPager } from '../ui/grid/grid-pager.tsx';
import { Grid } from '../ui/grid/grid.tsx';
import type { GridAction, GridColumn, GridEmpty, GridSort } from '../ui/grid/grid-types.ts';
import { ExportMenu } from './export-menu.tsx';
import type { RecordChip } from './filter-chips.ts';
import { useListPreferences } from './list-preferences.api.ts';
import type { ListedRecord, RecordApi } from './record-api.ts';
import styles from './record-list-page.module.css';
import { filterQuery, type FilterProps, isNarrowed, type RecordSearch, zoneOf } from './record-search.ts';
import { Arrange, RecordToolbar } from './record-toolbar.tsx';
import { type RecordLinks, useRowActions } from './row-actions.tsx';
import { type RecordList, useRecordList } from './use-record-list.ts';
import { useRecordActions } from './use-record-actions.ts';

interface RecordListPageProps<Row extends ListedRecord, Column extends string> {
  readonly api: RecordApi<Row, Column>;
  readonly area: ListArea;
  /** Of the grid, e.g. 'Sites'. */
  readonly title: string;
  readonly searchPlaceholder: string;
  /** Keep the same array between renders. Ids of sortable columns are those that the server sorts by. */
  readonly columns: readonly GridColumn<Row>[];
  readonly nameOf: (row: Row) => string;
  /** Of a list whose days and times go by one zone: `zone` is then among its filters (REP-13). */
  readonly siteZoneOf?: (row: Row) => string;
  readonly links: RecordLinks<Row>;
  readonly addLabel?: string;
  readonly addHref?: string;
  /** Beside edit and delete. */
  readonly furtherActions?: readonly GridAction<Row>[];
  /** Whether rows can be selected by those, too, who may not change their status. */
  readonly isAlwaysSelectable?: boolean;
  /** Beside activate and deactivate, for the selected rows. */
  readonly furtherBulkActions?: (rows: readonly Row[]) => ReactNode;
  /** Buttons before the export; a function where they depend on whether the list holds anything. */
  readonly pageActions?: ReactNode | ((list: { readonly isEmpty: boolean }) => ReactNode);
  readonly filterNames?: readonly string[];
  readonly filters?: (props: FilterProps) => ReactNode;
  /** For filters that would fill a narrow screen: folded there until asked for. */
  readonly foldsFilters?: boolean;
  /** What those are set to, for where they are folded and for paper. */
  readonly chips?: readonly RecordChip[];
  /** Before the filters, which it may set. */
  readonly above?: ReactNode;
  /** What to say while there is no record at all. */
  readonly empty: GridEmpty;
}

const noActions: readonly [] = [];
const noChips: readonly [] = [];

export function RecordListPage<Row extends ListedRecord, Column extends string>(
  props: RecordListPageProps<Row, Column>,
) {
  const { api, area, columns, filterNames } = props;
  const list = useRecordList(api, filterNames);
  const { preferences, save } = useListPreferences(area);
  const { hiddenColumns } = preferences;
  const shown = useMemo(
    () => columns.filter(({ id }, at) => at === 0 || !hiddenColumns.includes(id)),
    [columns, hiddenColumns],
  );
  const { siteZoneOf } = props;
  const grid = <RecordGrid {...props} columns={shown} list={list} />;
  return (
    <div className={styles.page}>
      <ListActions {...props} list={list} />
      <PrintHead />
      {props.above}
      <RecordToolbar
        list={list}
        hasStatus={api.setStatus !== undefined}
        searchPlaceholder={props.searchPlaceholder}
        filters={props.filters}
        foldsFilters={props.foldsFilters === true}
        chips={props.chips ?? noChips}
        siteZones={siteZoneOf === undefined ? null : (list.rows?.map(siteZoneOf) ?? [])}
      />
      <div className={styles.above}>
        <p className={styles.total} aria-live="polite">
          {list.total !== undefined && t('records.total', { count: list.total })}
        </p>
        <Arrange columns={columns} preferences={preferences} onPreferences={save} />
      </div>
      {siteZoneOf === undefined ? grid : <ShownZone value={zoneOf(list.search.filters)}>{grid}</ShownZone>}
      <GridPager
        page={list.search.page}
        pageSize={list.pageSize}
        total={list.total ?? 0}
        onPageChange={list.turnTo}
        isDisabled={list.isTurning}
      />
    </div>
  );
}

type RecordGridProps<Row extends ListedRecord, Column extends string> = RecordListPageProps<Row, Column> & {
  readonly list: RecordList<Row>;
};

function RecordGrid<Row extends ListedRecord, Column extends string>(props: RecordGridProps<Row, Column>) {
  const { api, title, columns, nameOf, links, list, furtherActions = noActions } = props;
  const actions = useRecordActions(api);
  const mayChangeStatus = useSession((session) => session.hasAccess('status')) && api.setStatus !== undefined;
  const rowActions = useRowActions({ api, nameOf, links, furtherActions, actions });
  const mayAdd = useSession((session) => session.hasAccess('add')) && props.addHref !== undefined;
  const firstStep = mayAdd && <ButtonLink href={props.addHref}>{props.addLabel}</ButtonLink>;
  const selected = (list.rows ?? []).filter(({ id }) => list.selectedIds.has(id));
  const changeSelected = async (activated: boolean) => {
    const records = selected.map((row) => ({ id: row.id, name: nameOf(row) }));
    if (await actions.setStatus(records, activated)) list.select(new Set());
  };
  return (
    <Grid
      label={title}
      columns={columns}
      rows={list.rows}
      rowId={idOf}
      rowOffset={(list.search.page - 1) * list.pageSize}
      totalCount={list.total}
      actions={rowActions}
      isRowActivated={api.setStatus === undefined ? undefined : isActivated}
      sort={gridSort(list.search)}
      onSortChange={(sort) => list.change(searchSort(sort))}
      selectionMode={mayChangeStatus || props.isAlwaysSelectable === true ? 'multiple' : 'none'}
      selectedIds={list.selectedIds}
      onSelectionChange={list.select}
      bulkActions={
        <>
          {mayChangeStatus && (
            <BulkActions isBusy={actions.isBusy} onChange={(activated) => void changeSelected(activated)} />
          )}
          {props.furtherBulkActions?.(selected)}
        </>
      }
      onOpenRow={(row) => follow(links.details?.(row) ?? links.edit?.(row))}
      isLoading={list.isLoading}
      error={list.error === null ? null : t('records.loadFailed', { reason: list.error.message })}
      onRetry={list.retry}
      empty={isNarrowed(list.search) ? noneFound(list.clear) : { nextStep: firstStep, ...props.empty }}
    />
  );
}

const idOf = ({ id }: ListedRecord): string => id;
const isActivated = ({ activated }: ListedRecord): boolean => activated;

function follow(href: string | undefined): void {
  if (href !== undefined) window.location.hash = href.replace(/^#/, '');
}

interface BulkActionsProps {
  readonly isBusy: boolean;
  readonly onChange: (activated: boolean) => void;
}

function BulkActions({ isBusy, onChange }: BulkActionsProps) {
  return (
    <>
      <Button size="small" disabled={isBusy} onClick={() => onChange(true)}>
        {t('records.activate')}
      </Button>
      <Button size="small" disabled={isBusy} onClick={() => onChange(false)}>
        {t('records.deactivate')}
      </Button>
    </>
  );
}

interface ListActionsProps<Row extends ListedRecord, Column extends string>
  extends Pick<RecordListPageProps<Row, Column>, 'api' | 'addHref' | 'addLabel' | 'pageActions'> {
  readonly list: Pick<RecordList<Row>, 'search' | 'total'>;
}

function ListActions<Row extends ListedRecord, Column extends string>(props: ListActionsProps<Row, Column>) {
  const { api, addHref, addLabel, pageActions, list } = props;
  const mayAdd = useSession((session) => session.hasAccess('add'));
  const { exportAs } = api;
  const { search, total } = list;
  const isEmpty = total === 0;
  return (
    <PageActions>
      {typeof pageActions === 'function' ? pageActions({ isEmpty }) : pageActions}
      {exportAs !== undefined && (
        <ExportMenu
          isEmpty={isEmpty}
          save={(format, signal) =>
            exportAs({ ...filterQuery(search, api.sortColumns), format }, search.filters, signal)
          }
        />
      )}
      {mayAdd && addHref !== undefined && (
        <ButtonLink variant="primary" href={addHref} icon={<IconPlus size={18} aria-hidden />}>
          {addLabel}
        </ButtonLink>
      )}
    </PageActions>
  );
}

function gridSort({ sortColumn, sortType }: RecordSearch): GridSort | null {
  if (sortColumn === '') return null;
  return { columnId: sortColumn, direction: sortType === 'desc' ? 'descending' : 'ascending' };
}

function searchSort(sort: GridSort | null) {
  if (sort === null) return { sortColumn: '', sortType: 'asc' } as const;
  return {
    sortColumn: sort.columnId,
    sortType: sort.direction === 'descending' ? 'desc' : 'asc',
  } as const;
}

function noneFound(clear: () => void): GridEmpty {
  return {
    reason: t('records.noneFound'),
    nextStep: <Button onClick={clear}>{t('records.clearFilters')}</Button>,
  };
}
