// Every scheduled report of the tenant, or of the own site.
import type { ReportRow } from '@watchpost/contract/scheduled-reports';
import { IconMailForward } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useSession } from '../../lib/current-session.ts';
import { inLanguage, t, useLanguage } from '../../lib/labels.ts';
import { SiteTime } from '../../lib/rounds/round-cells.tsx';
import { RecordListPage } from '../../records/record-list-page.tsx';
import type { FilterProps } from '../../records/record-search.ts';
import { useSiteChip } from '../../records/site-filter.tsx';
import { timeWords } from '../../records/record-time.ts';
import { EmailAddress } from '../../ui/display/email-address.tsx';
import { StatusBadge } from '../../ui/display/status-badge.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import type { GridColumn } from '../../ui/grid/grid-types.ts';
import { contentsText, stateMeaning, whenText } from './report-texts.ts';
import { reportApi } from './scheduled-reports.api.ts';
import styles from './scheduled-reports.module.css';

const base = '#/patrolling-reports/scheduled-reports';

function NextCell({ report: { nextAtMs, timing, activated, timeZone } }: { readonly report: ReportRow }) {
  if (nextAtMs !== null) return <SiteTime atMs={nextAtMs} zone={timeZone} />;
  return activated && timing.kind === 'event' ? t('scheduled.nextOnEvent') : t('scheduled.noNext');
}

function LastCell({ report: { lastRun } }: { readonly report: ReportRow }) {
  if (lastRun === null) return t('scheduled.never');
  const { state } = lastRun;
  const text = t(`scheduled.run.${state}`);
  return (
    <span title={text}>
      <StatusBadge meaning={stateMeaning[state]}>
        {state === 'empty' ? t('scheduled.skippedLast') : text}
      </StatusBadge>
    </span>
  );
}

/** Who gets it where that is one person, else how many; all of them on hover. */
function RecipientsCell({ report: { recipients } }: { readonly report: ReportRow }) {
  const [first, ...others] = recipients;
  const isOne = first !== undefined && others.length === 0;
  return (
    <span title={addressesOf(recipients)}>
      {isOne ? (
        <EmailAddress email={first.email} />
      ) : (
        t('scheduled.recipientCount', { count: recipients.length })
      )}
    </span>
  );
}

const addressesOf = (recipients: ReportRow['recipients']): string =>
  recipients.map(({ email }) => email).join(', ');

const whenColumns = (): readonly GridColumn<ReportRow>[] => [
  {
    id: 'name',
    header: t('scheduled.name'),
    width: 230,
    minWidth: 150,
    fitWidth: 122,
    mayWrap: true,
    isSortable: true,
    value: ({ name }) => name,
  },
  {
    id: 'when',
    header: t('scheduled.when'),
    width: 240,
    minWidth: 180,
    fitWidth: 126,
    mayWrap: true,
    value: whenText,
  },
  {
    id: 'next',
    header: t('scheduled.next'),
    width: 200,
    minWidth: 116,
    mayWrap: true,
    value: ({ nextAtMs }) => nextAtMs,
    render: (_value, report) => <NextCell report={report} />,
  },
  {
    id: 'lastRun',
    header: t('scheduled.lastRun'),
    width: 132,
    fitWidth: 118,
    value: ({ lastRun }) => lastRun?.state ?? '',
    render: (_value, report) => <LastCell report={report} />,
  },
];

const whatColumns = (): readonly GridColumn<ReportRow>[] => [
  {
    id: 'siteName',
    header: t('scheduled.site'),
    width: 180,
    minWidth: 140,
    fitWidth: 130,
    mayWrap: true,
    isSortable: true,
    value: ({ siteName }) => siteName ?? t('scheduled.allSites'),
  },
  {
    id: 'recipients',
    header: t('scheduled.recipients'),
    width: 200,
    minWidth: 134,
    mayWrap: true,
    value: ({ recipients }) => addressesOf(recipients),
    render: (_value, report) => <RecipientsCell report={report} />,
  },
  {
    id: 'contents',
    header: t('scheduled.contents'),
    width: 280,
    minWidth: 188,
    mayWrap: true,
    value: ({ contents }) => contentsText(contents),
  },
  {
    id: 'owner',
    header: t('scheduled.owner'),
    width: 180,
    mayWrap: true,
    value: ({ ownerName }) => ownerName,
  },
  {
    id: 'updatedAt',
    header: t('scheduled.updatedAt'),
    width: 150,
    mayWrap: true,
    isSortable: true,
    value: ({ updatedAt }) => timeWords(updatedAt),
  },
];

const makeColumns = () => [...whenColumns(), ...whatColumns()];

const links = {
  details: ({ id }: ReportRow) => `${base}/report-details?id=${id}`,
  edit: ({ id }: ReportRow) => `${base}/edit-report?id=${id}`,
};
const nameOf = ({ name }: ReportRow): string => name;
const filterNames = ['site'];

export function ScheduledReportsPage() {
  const sites = useSession((session) => session.sites());
  const language = useLanguage();
  const columns = useMemo(() => inLanguage(language, makeColumns()), [language]);
  const chips = useSiteChip();
  return (
    <RecordListPage
      api={reportApi}
      area="scheduledReports"
      title={t('scheduled.title')}
      searchPlaceholder={t('scheduled.searchPlaceholder')}
      columns={columns}
      nameOf={nameOf}
      links={links}
      addLabel={t('scheduled.add')}
      addHref={`${base}/add-report`}
      {...(sites === undefined ? {} : { filterNames, filters: SiteFilter, chips })}
      empty={{
        icon: <IconMailForward size={32} aria-hidden />,
        title: t('scheduled.none'),
        reason: t('scheduled.noneReason'),
      }}
    />
  );
}

function SiteFilter({ filters, onChange }: FilterProps) {
  const sites = useSession((session) => session.sites()) ?? [];
  return (
    <SelectField
      className={styles.siteFilter}
      label={t('scheduled.site')}
      value={filters['site'] ?? ''}
      options={[{ value: '', label: t('scheduled.allSites') }, ...sites.filter(({ value }) => value !== '')]}
      onValueChange={(value) => onChange('site', value)}
    />
  );
}
