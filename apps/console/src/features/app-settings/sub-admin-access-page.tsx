// Which modules and actions the tenant's sub admins have: a table of switches (MENU-05, MNG-09).
import type { SubAdminAccess } from '@watchpost/contract/sub-admin-access';
import { isAccessGroup } from '@watchpost/domain/permissions';
import { useSession } from '../../lib/current-session.ts';
import { t, translate } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { type Grants, grantsOf, isSame, standardGrants, switched } from './access-grants.ts';
import { loadSubAdminAccess, useSaveSubAdminAccess, useSubAdminAccess } from './app-settings.api.ts';
import { SideScroll } from '../../ui/display/side-scroll.tsx';
import styles from './settings-form.module.css';
import { SettingsForm, SettingsPage } from './settings-form.tsx';
import { useSavedForm } from './use-saved-form.ts';

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
    <SideScroll isStartFixed>
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
    </SideScroll>
  );
}

/** What is switched on screen, and what becomes of saving it. */
function useSwitching(access: SubAdminAccess) {
  const saving = useSaveSubAdminAccess();
  const form = useSavedForm({
    reply: access,
    draftOf: grantsOf,
    isSame,
    isWrong: () => false,
    load: loadSubAdminAccess,
    save: (version, grants) => saving.mutateAsync({ version, groups: groupsOf(grants) }),
  });
  return { ...form, isSaving: saving.isPending };
}

const groupsOf = (grants: Grants) =>
  Object.entries(grants).flatMap(([group, actions]) =>
    isAccessGroup(group) ? [{ group, actions: [...actions] }] : [],
  );

function AccessForm({ access }: { readonly access: SubAdminAccess }) {
  const form = useSwitching(access);
  const mayEdit = useSession((session) => session.hasAccessTo('APP_SETTINGS', 'edit'));
  return (
    <SettingsForm form={form} mayEdit={mayEdit}>
      <Card title={t('settings.access')}>
        <p className={styles.description}>{t('access.text')}</p>
        <AccessTable
          access={form.base}
          grants={form.draft}
          mayEdit={mayEdit}
          onSwitch={(group, action, isOn) =>
            form.setDraft(switched(form.draft, form.base, group, action, isOn))
          }
        />
        <div className={styles.foot}>
          <span>{t('access.notGranted')}</span>
          {mayEdit && (
            <Button onClick={() => form.setDraft(standardGrants(form.base))}>{t('access.standard')}</Button>
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
