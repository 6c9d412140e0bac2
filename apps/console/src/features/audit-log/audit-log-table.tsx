import type { AuditEntry } from '@watchpost/contract/audit-log';
import { IconEye } from '@tabler/icons-react';
import { useMemo } from 'react';
import { inLanguage, t, useLanguage } from '../../lib/labels.ts';
import { Grid } from '../../ui/grid/grid.tsx';
import type { GridAction, GridColumn, GridEmpty } from '../../ui/grid/grid-types.ts';
import styles from './audit-log-page.module.css';
import { EntryTime } from './entry-time.tsx';
import { actionText, actorText, changedFields, fieldText, recordText } from './audit-texts.ts';

const makeColumns = (): readonly GridColumn<AuditEntry>[] => [
  {
    id: 'at',
    header: t('audit.time'),
    width: 262,
    minWidth: 164,
    mayWrap: true,
    value: (entry) => entry.at,
    render: (_, { at }) => <EntryTime atMs={at} />,
  },
  {
    id: 'actor',
    header: t('audit.actor'),
    width: 152,
    mayWrap: true,
    value: actorText,
    render: (text, { actorId }) => (actorId === null ? <span className={styles.quiet}>{text}</span> : text),
  },
  {
    id: 'action',
    header: t('audit.done'),
    width: 170,
    mayWrap: true,
    value: ({ action }) => actionText(action),
  },
  {
    id: 'subject',
    header: t('audit.subjectType'),
    width: 160,
    mayWrap: true,
    value: recordText,
  },
  {
    id: 'changes',
    header: t('audit.changes'),
    width: 150,
    mayWrap: true,
    value: (entry) =>
      changedFields(entry)
        .map(({ name }) => fieldText(name))
        .join(', '),
    render: (text) => (text === '' ? <span className={styles.quiet}>{t('audit.noChanges')}</span> : text),
  },
  { id: 'address', header: t('audit.address'), width: 110, value: ({ address }) => address },
];

interface TableProps {
  /** Undefined until the first answer. */
  readonly rows: readonly AuditEntry[] | undefined;
  readonly onOpen: (entry: AuditEntry) => void;
  readonly isLoading: boolean;
  readonly error: string | null;
  readonly onRetry: () => void;
  readonly empty: GridEmpty;
}

export function AuditLogTable({ onOpen, ...rest }: TableProps) {
  const language = useLanguage();
  const columns = useMemo(() => inLanguage(language, makeColumns()), [language]);
  const actions = useMemo<readonly GridAction<AuditEntry>[]>(
    () =>
      inLanguage(language, [
        {
          id: 'details',
          label: t('audit.details'),
          icon: <IconEye size={18} aria-hidden />,
          onSelect: onOpen,
        },
      ]),
    [onOpen, language],
  );
  return (
    <Grid
      {...rest}
      label={t('audit.title')}
      columns={columns}
      rowId={(entry) => entry.id}
      actions={actions}
      selectionMode="none"
      onOpenRow={onOpen}
    />
  );
}
