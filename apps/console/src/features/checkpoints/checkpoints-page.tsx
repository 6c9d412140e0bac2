// Every checkpoint of the tenant, or of the own site (MNG-01, MNG-04).
import type { CheckpointRow } from '@watchpost/contract/checkpoints';
import { IconMapPin, IconPrinter, IconQrcode } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useSession } from '../../lib/current-session.ts';
import { inLanguage, t, useLanguage } from '../../lib/labels.ts';
import { ImportLink } from '../../records/imports/import-link.tsx';
import { RecordListPage } from '../../records/record-list-page.tsx';
import { useSiteFilter } from '../../records/site-filter.tsx';
import { Button } from '../../ui/actions/button.tsx';
import type { GridAction } from '../../ui/grid/grid-types.ts';
import { checkpointColumns } from './checkpoint-columns.ts';
import { checkpointApi } from './checkpoints.api.ts';
import { FilterLabels } from './filter-labels.tsx';
import { LabelsDialog } from './labels-dialog.tsx';
import { type Labels, useLabels } from './use-labels.ts';
import { useReissue } from './use-reissue.ts';

const links = {
  details: ({ id }: CheckpointRow) => `#/manage-checkpoints/checkpoint-details?id=${id}`,
  edit: ({ id }: CheckpointRow) => `#/manage-checkpoints/edit-checkpoint?id=${id}`,
};
const nameOf = ({ name }: CheckpointRow): string => name;

export function CheckpointsPage() {
  const language = useLanguage();
  const labels = useLabels();
  const { open } = labels;
  const columns = useMemo(() => inLanguage(language, checkpointColumns()), [language]);
  const siteFilter = useSiteFilter();
  const mayEdit = useSession((session) => session.hasAccess('edit'));
  return (
    <>
      <RecordListPage
        api={checkpointApi}
        area="checkpoints"
        title={t('checkpoints.title')}
        searchPlaceholder={t(mayEdit ? 'checkpoints.searchPlaceholder' : 'checkpoints.name')}
        columns={columns}
        nameOf={nameOf}
        links={links}
        addLabel={t('checkpoints.add')}
        addHref="#/manage-checkpoints/add-checkpoint"
        furtherActions={useCodeActions(open)}
        isAlwaysSelectable={mayEdit}
        furtherBulkActions={(rows) => mayEdit && <PrintButton rows={rows} open={open} />}
        pageActions={({ isEmpty }) => (
          <>
            <ImportLink href="#/manage-checkpoints/import-checkpoints" />
            {mayEdit && (
              <FilterLabels filterNames={siteFilter.filterNames ?? []} isEmpty={isEmpty} onFound={open} />
            )}
          </>
        )}
        {...siteFilter}
        empty={{
          icon: <IconMapPin size={32} aria-hidden />,
          title: t('checkpoints.none'),
          reason: t('checkpoints.noneReason'),
        }}
      />
      <LabelsDialog labels={labels} />
    </>
  );
}

interface PrintButtonProps {
  readonly rows: readonly CheckpointRow[];
  readonly open: Labels['open'];
}

function PrintButton({ rows, open }: PrintButtonProps) {
  return (
    <Button
      size="small"
      icon={<IconPrinter size={16} aria-hidden />}
      onClick={() => open(rows.map(({ id }) => id))}
    >
      {t('checkpoints.printLabels')}
    </Button>
  );
}

function useCodeActions(open: Labels['open']): readonly GridAction<CheckpointRow>[] {
  const mayEdit = useSession((session) => session.hasAccess('edit'));
  const language = useLanguage();
  const { reissue } = useReissue();
  return useMemo(
    () =>
      inLanguage(
        language,
        mayEdit ? [labelsAction(({ id }) => open([id])), reissueAction((row) => void reissue(row))] : [],
      ),
    [language, mayEdit, open, reissue],
  );
}

function labelsAction(onSelect: (row: CheckpointRow) => void): GridAction<CheckpointRow> {
  return {
    id: 'labels',
    label: t('checkpoints.printLabels'),
    icon: <IconPrinter size={18} aria-hidden />,
    isShown: ({ activated }) => activated,
    onSelect,
  };
}

function reissueAction(onSelect: (row: CheckpointRow) => void): GridAction<CheckpointRow> {
  return {
    id: 'reissue',
    label: t('checkpoints.reissue'),
    icon: <IconQrcode size={18} aria-hidden />,
    isShown: ({ activated }) => activated,
    onSelect,
  };
}
