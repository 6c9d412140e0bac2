// What can be done with one row, by the caller's rights and the row's state (GRID-03, MENU-06).
import { IconBan, IconCircleCheck, IconEye, IconPencil, IconTrash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useSession } from '../lib/current-session.ts';
import { inLanguage, t, useLanguage } from '../lib/labels.ts';
import type { GridAction } from '../ui/grid/grid-types.ts';
import type { ListedRecord, RecordApi } from './record-api.ts';
import type { RecordActions } from './use-record-actions.ts';

/** Addresses of a record's pages, with the hash. */
export interface RecordLinks<Row> {
  readonly details?: (row: Row) => string;
  readonly edit?: (row: Row) => string;
}

interface RowActionsOptions<Row extends ListedRecord, Column extends string> {
  readonly api: RecordApi<Row, Column>;
  readonly nameOf: (row: Row) => string;
  readonly links: RecordLinks<Row>;
  readonly furtherActions: readonly GridAction<Row>[];
  readonly actions: RecordActions;
}

/** The same array while everything given stays, since a new one draws every row again. */
export function useRowActions<Row extends ListedRecord, Column extends string>({
  api,
  nameOf,
  links,
  furtherActions,
  actions: { setStatus, remove },
}: RowActionsOptions<Row, Column>): readonly GridAction<Row>[] {
  const mayEdit = useSession((session) => session.hasAccess('edit'));
  const mayChangeStatus = useSession((session) => session.hasAccess('status')) && api.setStatus !== undefined;
  const mayDelete = useSession((session) => session.hasAccess('delete')) && api.remove !== undefined;
  const language = useLanguage();
  return useMemo(() => {
    const named = (row: Row) => ({ id: row.id, name: nameOf(row) });
    return inLanguage(language, [
      ...linkActions(links, mayEdit),
      ...furtherActions,
      ...(mayChangeStatus ? [statusAction<Row>((row) => void setStatus([named(row)], !row.activated))] : []),
      ...(mayDelete ? [deleteAction<Row>((row) => void remove(named(row)))] : []),
    ]);
  }, [language, nameOf, links, furtherActions, setStatus, remove, mayEdit, mayChangeStatus, mayDelete]);
}

function linkActions<Row>({ details, edit }: RecordLinks<Row>, mayEdit: boolean): GridAction<Row>[] {
  const actions: GridAction<Row>[] = [];
  if (details !== undefined) {
    const icon = <IconEye size={18} aria-hidden />;
    actions.push({ id: 'details', label: t('records.details'), icon, href: details });
  }
  if (edit !== undefined && mayEdit) {
    const icon = <IconPencil size={18} aria-hidden />;
    actions.push({ id: 'edit', label: t('records.edit'), icon, href: edit });
  }
  return actions;
}

function statusAction<Row extends ListedRecord>(onSelect: (row: Row) => void): GridAction<Row> {
  return {
    id: 'status',
    label: ({ activated }) => (activated ? t('records.deactivate') : t('records.activate')),
    icon: ({ activated }) =>
      activated ? <IconBan size={18} aria-hidden /> : <IconCircleCheck size={18} aria-hidden />,
    isShown: ({ isShared }) => isShared !== true,
    onSelect,
  };
}

function deleteAction<Row extends ListedRecord>(onSelect: (row: Row) => void): GridAction<Row> {
  return {
    id: 'delete',
    label: t('records.delete'),
    icon: <IconTrash size={18} aria-hidden />,
    isShown: ({ activated, isShared }) => activated && isShared !== true,
    onSelect,
  };
}
