// Every guard of the tenant, or of the own site (MNG-01, MNG-03).
import { guardFields, type GuardRow } from '@watchpost/contract/guards';
import { secretsAtOnceMax } from '@watchpost/domain/guards';
import { IconKey, IconShieldHalf } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useSession } from '../../lib/current-session.ts';
import { inLanguage, t, useLanguage } from '../../lib/labels.ts';
import { ImportLink } from '../../records/imports/import-link.tsx';
import { listColumns } from '../../records/record-fields.ts';
import { RecordListPage } from '../../records/record-list-page.tsx';
import { timeWords } from '../../records/record-time.ts';
import { Button } from '../../ui/actions/button.tsx';
import type { GridAction, GridColumn } from '../../ui/grid/grid-types.ts';
import { guardName, guardPhone, issueKey, secretKey } from './guard-words.ts';
import { useGuardFilters } from './guard-filters.tsx';
import { SecretsDialog, useSecrets } from './guard-secrets.tsx';
import { guardApi } from './guards.api.ts';

const makeColumns = (): readonly GridColumn<GuardRow>[] => [
  ...listColumns<typeof guardFields, GuardRow>(guardFields, {
    firstName: { value: guardName },
    sites: { value: ({ sites }) => sites.map(({ name }) => name).join(', ') },
    phoneNumber: { value: guardPhone },
    hasSecret: { value: (guard) => t(secretKey(guard)) },
  }),
  {
    id: 'updatedAt',
    header: t('guards.updatedAt'),
    width: 150,
    mayWrap: true,
    isSortable: true,
    value: ({ updatedAt }) => timeWords(updatedAt),
  },
];

const links = {
  details: ({ id }: GuardRow) => `#/manage-security-guards/guard-details?id=${id}`,
  edit: ({ id }: GuardRow) => `#/manage-security-guards/edit-guard?id=${id}`,
};

export function GuardsPage() {
  const mayEdit = useSession((session) => session.hasAccess('edit'));
  const language = useLanguage();
  const secrets = useSecrets();
  const { issue } = secrets;
  const columns = useMemo(() => inLanguage(language, makeColumns()), [language]);
  const furtherActions = useMemo(
    () => inLanguage(language, mayEdit ? [secretAction((guard) => void issue([guard]))] : []),
    [language, mayEdit, issue],
  );
  return (
    <>
      <RecordListPage
        api={guardApi}
        area="guards"
        title={t('guards.title')}
        searchPlaceholder={t('guards.searchPlaceholder')}
        columns={columns}
        nameOf={guardName}
        links={links}
        addLabel={t('guards.add')}
        addHref="#/manage-security-guards/add-guard"
        furtherActions={furtherActions}
        furtherBulkActions={(rows) =>
          mayEdit && (
            <Button
              size="small"
              disabled={rows.length > secretsAtOnceMax}
              isBusy={secrets.isBusy}
              onClick={() => void issue(rows)}
            >
              {t('guards.issueSecrets')}
            </Button>
          )
        }
        pageActions={<ImportLink href="#/manage-security-guards/import-guards" />}
        {...useGuardFilters()}
        empty={{
          icon: <IconShieldHalf size={32} aria-hidden />,
          title: t('guards.none'),
          reason: t('guards.noneReason'),
        }}
      />
      <SecretsDialog />
    </>
  );
}

function secretAction(onSelect: (guard: GuardRow) => void): GridAction<GuardRow> {
  return {
    id: 'secret',
    label: (guard) => t(issueKey(guard)),
    icon: <IconKey size={18} aria-hidden />,
    isShown: ({ activated, isShared }) => activated && !isShared,
    onSelect,
  };
}
