// The queue of exceptions: filtered, taken, given and closed, one or several at once; all of it in the address.
import { IconHandGrab, IconLock, IconMoodHappy, IconUserShare } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useSession } from '../../lib/current-session.ts';
import { inLanguage, t, useLanguage } from '../../lib/labels.ts';
import { type ZoneChoice, zoneChoiceIn } from '../../lib/rounds/shown-zone.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { RecordListPage } from '../../records/record-list-page.tsx';
import type { FilterProps } from '../../records/record-search.ts';
import { makeAsked } from '../../records/use-dialog-draft.ts';
import { Button } from '../../ui/actions/button.tsx';
import type { GridAction } from '../../ui/grid/grid-types.ts';
import { useExceptionChips } from './exception-chips.ts';
import { makeColumns } from './exception-columns.tsx';
import { AssignDialog, CloseDialog, dialogName } from './exception-dialogs.tsx';
import { ExceptionFilters } from './exception-filters.tsx';
import { ExceptionSummaryStrip } from './exception-summary.tsx';
import { detailsHref, nameOf } from './exception-texts.tsx';
import { exportingApi, filterNames, type ListedException, viewingApi } from './exceptions.api.ts';
import { useFreshExceptions } from './use-fresh-exceptions.ts';
import { useTaking } from './use-taking.ts';

const linksIn = (zone: ZoneChoice) => ({ details: ({ id }: ListedException) => detailsHref(id, zone) });
const siteZoneOf = ({ timeZone }: ListedException): string => timeZone;
const listFilters = (props: FilterProps) => <ExceptionFilters {...props} />;
const isUnsettled = ({ status }: ListedException): boolean => status !== 'closed';

interface Asked {
  readonly what: 'close' | 'assign';
  readonly items: readonly ListedException[];
}
const useAsked = makeAsked<Asked>(dialogName);

function useRowActions(ask: (asked: Asked) => void): readonly GridAction<ListedException>[] {
  const language = useLanguage();
  const mayEdit = useSession((session) => session.hasAccess('edit'));
  return useMemo(() => {
    const closing: GridAction<ListedException> = {
      id: 'close',
      label: t('exceptions.close'),
      icon: <IconLock size={18} aria-hidden />,
      isShown: isUnsettled,
      onSelect: (row) => ask({ what: 'close', items: [row] }),
    };
    return inLanguage(language, mayEdit ? [closing] : []);
  }, [language, mayEdit, ask]);
}

export function ExceptionsPage() {
  useFreshExceptions();
  const language = useLanguage();
  const mayEdit = useSession((session) => session.hasAccess('edit'));
  const mayExport = useSession((session) => session.hasAccess('export'));
  const columns = useMemo(() => inLanguage(language, makeColumns()), [language]);
  const [asked, setAsked] = useAsked();
  const actions = useRowActions(setAsked);
  const chips = useExceptionChips();
  const [raw] = useUrlSearch();
  const zone = zoneChoiceIn(raw['zone']);
  const links = useMemo(() => linksIn(zone), [zone]);
  return (
    <>
      <RecordListPage
        api={mayExport ? exportingApi : viewingApi}
        area="exceptions"
        title={t('exceptions.title')}
        searchPlaceholder={t('exceptions.searchPlaceholder')}
        columns={columns}
        nameOf={nameOf}
        siteZoneOf={siteZoneOf}
        links={links}
        furtherActions={actions}
        isAlwaysSelectable={mayEdit}
        furtherBulkActions={(rows) => <BulkActions rows={rows} onAsk={setAsked} />}
        filterNames={filterNames}
        filters={listFilters}
        foldsFilters
        above={<ExceptionSummaryStrip />}
        chips={chips}
        empty={{
          icon: <IconMoodHappy size={32} aria-hidden />,
          title: t('exceptions.none'),
          reason: t('exceptions.noneReason'),
        }}
      />
      {asked?.what === 'close' && <CloseDialog items={asked.items} onClose={() => setAsked(null)} />}
      {asked?.what === 'assign' && <AssignDialog items={asked.items} onClose={() => setAsked(null)} />}
    </>
  );
}

interface BulkProps {
  readonly rows: readonly ListedException[];
  readonly onAsk: (asked: Asked) => void;
}

/** For those of the selected rows that are not closed. */
function BulkActions({ rows, onAsk }: BulkProps) {
  const taking = useTaking();
  const items = rows.filter(isUnsettled);
  const isIdle = items.length === 0;
  return (
    <>
      <Button
        size="small"
        icon={<IconHandGrab size={16} aria-hidden />}
        isBusy={taking.isBusy}
        disabled={isIdle}
        onClick={() => void taking.start(items)}
      >
        {t('exceptions.take')}
      </Button>
      <Button
        size="small"
        icon={<IconUserShare size={16} aria-hidden />}
        disabled={isIdle}
        onClick={() => onAsk({ what: 'assign', items })}
      >
        {t('exceptions.assign')}
      </Button>
      <Button
        size="small"
        icon={<IconLock size={16} aria-hidden />}
        disabled={isIdle}
        onClick={() => onAsk({ what: 'close', items })}
      >
        {t('exceptions.close')}
      </Button>
    </>
  );
}
