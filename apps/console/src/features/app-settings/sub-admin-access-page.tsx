// Which modules and actions the tenant's sub admins have: a table of switches (MENU-05, MNG-09).
import type { SubAdminAccess } from '@watchpost/contract/sub-admin-access';
import { isAccessGroup } from '@watchpost/domain/permissions';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { useSession } from '../../lib/current-session.ts';
import { t, translate } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { type Grants, grantsOf, isSame, standardGrants, switched } from './access-grants.ts';
import { loadSubAdminAccess, useSaveSubAdminAccess, useSubAdminAccess } from './app-settings.api.ts';
import styles from './settings-form.module.css';
import { SettingsForm, SettingsPage } from './settings-form.tsx';

interface TableProps {
  readonly access: SubAdminAccess;
  readonly grants: Grants;
  readonly mayEdit: boolean;
  readonly onSwitch: (group: string, action: string, isOn: boolean) => void;
}

const actionLabel = (action: string) => translate(`access.action.${action}`);

function AccessTable({ access, grants, mayEdit, onSwitch }: TableProps) {
  const actions = [...new Set(access.groups.flatMap(({ available }) => available))];
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('access.module')}</th>
            {actions.map((action) => (
              <th key={action} scope="col">
                {actionLabel(action)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {access.groups.map(({ group, available }) => {
            const module = translate(`access.group.${group}`);
            return (
              <tr key={group}>
                <th scope="row">{module}</th>
                {actions.map((action) => (
                  <td key={action}>
                    {available.includes(action) ? (
                      <input
                        type="checkbox"
                        aria-label={t('access.cell', { module, action: actionLabel(action) })}
                        checked={grants[group]?.includes(action) ?? false}
                        disabled={!mayEdit}
                        onChange={(event) => onSwitch(group, action, event.target.checked)}
                      />
                    ) : (
                      <span className={styles.none} title={t('access.notThere')} aria-hidden>
                        –
                      </span>
                    )}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** What is switched on screen, and what becomes of saving it. */
function useSwitching(access: SubAdminAccess) {
  const [base, setBase] = useState(access);
  const [grants, setGrants] = useState(() => grantsOf(access));
  const [hasConflict, setHasConflict] = useState(false);
  const saving = useSaveSubAdminAccess();
  const begin = (next: SubAdminAccess) => {
    setBase(next);
    setGrants(grantsOf(next));
    setHasConflict(false);
  };
  const saveOver = async (version: number) => {
    try {
      const groups = Object.entries(grants).flatMap(([group, actions]) =>
        isAccessGroup(group) ? [{ group, actions: [...actions] }] : [],
      );
      begin(await saving.mutateAsync({ version, groups }));
      toasts.success({ text: t('settings.saved') });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.code === 'editedMeanwhile') setHasConflict(true);
      else toasts.error({ summary: t('error.summary'), text: translate(error.message) });
    }
  };
  return {
    base,
    grants,
    hasConflict,
    isSaving: saving.isPending,
    isDirty: !isSame(grants, grantsOf(base)),
    setGrants,
    save: () => saveOver(base.version),
    keepMine: async () => saveOver((await loadSubAdminAccess()).version),
    loadTheirs: async () => begin(await loadSubAdminAccess()),
    discard: () => begin(base),
  };
}

function AccessForm({ access }: { readonly access: SubAdminAccess }) {
  const form = useSwitching(access);
  const mayEdit = useSession((session) => session.hasAccessTo('APP_SETTINGS', 'edit'));
  return (
    <SettingsForm form={form} mayEdit={mayEdit}>
      <Card title={t('settings.access')}>
        <p className={styles.description}>{t('access.text')}</p>
        <AccessTable
          access={form.base}
          grants={form.grants}
          mayEdit={mayEdit}
          onSwitch={(group, action, isOn) =>
            form.setGrants(switched(form.grants, form.base, group, action, isOn))
          }
        />
        <div className={styles.foot}>
          <span>{t('access.notGranted')}</span>
          {mayEdit && (
            <Button onClick={() => form.setGrants(standardGrants(form.base))}>{t('access.standard')}</Button>
          )}
        </div>
      </Card>
    </SettingsForm>
  );
}

export function SubAdminAccessPage() {
  return (
    <SettingsPage query={useSubAdminAccess()}>{(access) => <AccessForm access={access} />}</SettingsPage>
  );
}
