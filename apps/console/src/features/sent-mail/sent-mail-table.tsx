import type { SentMail } from '@watchpost/contract/sent-mail';
import { IconMailOpened, IconSend } from '@tabler/icons-react';
import { useMemo } from 'react';
import { inLanguage, t, useLanguage } from '../../lib/labels.ts';
import { EmailAddress } from '../../ui/display/email-address.tsx';
import { StatusBadge } from '../../ui/display/status-badge.tsx';
import { Grid } from '../../ui/grid/grid.tsx';
import type { GridAction, GridColumn, GridEmpty } from '../../ui/grid/grid-types.ts';
import { meanings, stateText, timeText, whenText } from './mail-texts.ts';
import styles from './sent-mail-page.module.css';

// Together no wider than a screen of 1,440 px leaves: the drawer has every text whole.
const makeColumns = (): readonly GridColumn<SentMail>[] => [
  {
    id: 'recipient',
    header: t('sentMail.to'),
    width: 220,
    mayWrap: true,
    value: ({ recipient }) => recipient,
    render: (_, { recipient }) => <EmailAddress email={recipient} />,
  },
  {
    id: 'subject',
    header: t('sentMail.subject'),
    width: 224,
    mayWrap: true,
    value: ({ subject }) => subject,
  },
  {
    id: 'state',
    header: t('sentMail.stateHead'),
    width: 130,
    value: ({ state }) => stateText(state),
    render: (words, { state }) => <StatusBadge meaning={meanings[state]}>{String(words)}</StatusBadge>,
  },
  { id: 'tries', header: t('sentMail.tries'), width: 64, align: 'end', value: ({ tries }) => tries },
  {
    id: 'lastError',
    header: t('sentMail.lastError'),
    width: 128,
    mayWrap: true,
    value: ({ lastError }) => lastError,
    render: (words) => (words === '' ? <span className={styles.quiet}>{t('sentMail.noError')}</span> : words),
  },
  {
    id: 'createdAt',
    header: t('sentMail.written'),
    width: 120,
    mayWrap: true,
    value: ({ createdAt }) => timeText(createdAt),
  },
  {
    id: 'sentAt',
    header: t('sentMail.left'),
    width: 120,
    mayWrap: true,
    value: whenText,
    render: (words, { sentAt }) =>
      sentAt === null ? <span className={styles.quiet}>{words || t('sentMail.notYet')}</span> : words,
  },
];

interface TableProps {
  /** Undefined until the first answer. */
  readonly rows: readonly SentMail[] | undefined;
  readonly onOpen: (mail: SentMail) => void;
  /** Undefined for those who may not. */
  readonly onRetry: ((mail: SentMail) => void) | undefined;
  readonly isLoading: boolean;
  readonly error: string | null;
  readonly onReload: () => void;
  readonly empty: GridEmpty;
  /** As it stands: the columns write times by it. */
  readonly dateFormat: string | undefined;
}

export function SentMailTable({ onOpen, onRetry, onReload, dateFormat, ...rest }: TableProps) {
  const language = useLanguage();
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the format is read while columns write
  const columns = useMemo(() => inLanguage(language, makeColumns()), [dateFormat, language]);
  const actions = useMemo<readonly GridAction<SentMail>[]>(
    () =>
      inLanguage(language, [
        {
          id: 'open',
          label: t('sentMail.open'),
          icon: <IconMailOpened size={18} aria-hidden />,
          onSelect: onOpen,
        },
        ...(onRetry === undefined
          ? []
          : [
              {
                id: 'retry',
                label: t('sentMail.retry'),
                icon: <IconSend size={18} aria-hidden />,
                isShown: ({ canRetry }: SentMail) => canRetry,
                onSelect: onRetry,
              },
            ]),
      ]),
    [onOpen, onRetry, language],
  );
  return (
    <Grid
      {...rest}
      onRetry={onReload}
      label={t('sentMail.title')}
      columns={columns}
      rowId={(mail) => mail.id}
      actions={actions}
      selectionMode="none"
      onOpenRow={onOpen}
    />
  );
}
