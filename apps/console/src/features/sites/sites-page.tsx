// Every site of the tenant (MNG-01, MNG-02).
import { siteFields, type SiteRow } from '@watchpost/contract/sites';
import { IconBuilding } from '@tabler/icons-react';
import { useMemo } from 'react';

import { inLanguage, t, useLanguage } from '../../lib/labels.ts';
import { useSession } from '../../lib/current-session.ts';
import { listColumns } from '../../records/record-fields.ts';
import { RecordListPage } from '../../records/record-list-page.tsx';
import { timeWords } from '../../records/record-time.ts';
import type { GridColumn } from '../../ui/grid/grid-types.ts';
import { SiteLogoMark } from './site-logo.tsx';
import styles from './site-logo.module.css';
import { siteApi } from './sites.api.ts';

function NameCell({ site: { name, logo } }: { readonly site: SiteRow }) {
  return (
    <span className={styles.named}>
      <span className={styles.small}>
        <SiteLogoMark logo={logo} size="96" />
      </span>
      <span className={styles.text}>{name}</span>
    </span>
  );
}

const makeColumns = (): readonly GridColumn<SiteRow>[] => [
  ...listColumns<typeof siteFields, SiteRow>(siteFields, {
    name: { render: (_name, site) => <NameCell site={site} /> },
    contactName: {
      value: ({ contactName, contactPhone }) => [contactName, contactPhone].filter(Boolean).join(', '),
    },
  }),
  {
    id: 'updatedAt',
    header: t('sites.updatedAt'),
    width: 150,
    minWidth: 124,
    mayWrap: true,
    isSortable: true,
    value: ({ updatedAt }) => timeWords(updatedAt),
  },
];

const links = {
  details: ({ id }: SiteRow) => `#/manage-sites/site-details?id=${id}`,
  edit: ({ id }: SiteRow) => `#/manage-sites/edit-site?id=${id}`,
};
const nameOf = ({ name }: SiteRow): string => name;

export function SitesPage() {
  const seesAll = useSession((session) => session.sites() !== undefined);
  const language = useLanguage();
  const columns = useMemo(() => inLanguage(language, makeColumns()), [language]);
  return (
    <RecordListPage
      api={siteApi}
      area="sites"
      title={t('sites.title')}
      searchPlaceholder={t('sites.searchPlaceholder')}
      columns={columns}
      nameOf={nameOf}
      links={links}
      addLabel={t('sites.add')}
      // A site is made by who sees all of them.
      {...(seesAll ? { addHref: '#/manage-sites/add-site' } : {})}
      empty={{
        icon: <IconBuilding size={32} aria-hidden />,
        title: t('sites.none'),
        reason: t('sites.noneReason'),
      }}
    />
  );
}
