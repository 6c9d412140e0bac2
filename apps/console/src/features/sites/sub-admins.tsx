// The people who manage a site: who they are, and for super admins what can be done with them (MNG-02, GRID-03).
import type { SubAdmin } from '@watchpost/contract/sub-admins';
import { IconDots, IconUserPlus } from '@tabler/icons-react';
import { ConfirmPasswordDialog } from '../../lib/confirm-password-dialog.tsx';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { wallClock } from '../../lib/rounds/round-times.ts';
import { viewerZone } from '../../lib/viewer-zone.ts';
import { Loaded } from '../../records/loaded.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { StatusBadge } from '../../ui/display/status-badge.tsx';
import { Menu } from '../../ui/overlays/menu.tsx';
import { useSubAdmins } from './site-details.api.ts';
import styles from './site-details.module.css';
import { SubAdminDialog, useEditedPerson } from './sub-admin-dialogs.tsx';
import { subAdminName, useSubAdminActions } from './use-sub-admin-actions.ts';

const meanings = { invited: 'late', active: 'good', deactivated: 'missed' } as const;

/** Also one of before, whose link is known to have ended. */
const isExpired = ({ state, invitationEndsAtMs }: SubAdmin): boolean =>
  state === 'invited' && (invitationEndsAtMs ?? 0) <= Date.now();

function invitationWords(person: SubAdmin): string {
  const { invitationEndsAtMs } = person;
  if (invitationEndsAtMs === null) return t('subAdmins.linkEnded');
  const at = wallClock(invitationEndsAtMs, viewerZone());
  return t(isExpired(person) ? 'subAdmins.linkEndedAt' : 'subAdmins.linkEnds', { at });
}

export function SubAdmins({ siteId }: { readonly siteId: string }) {
  const query = useSubAdmins(siteId);
  const mayEdit = useSession((session) => session.sites() !== undefined && session.hasAccess('edit'));
  const [edited, setEdited] = useEditedPerson();
  const people = query.data?.data ?? [];
  return (
    <Card
      title={t('subAdmins.title')}
      actions={
        mayEdit && (
          <Button size="small" icon={<IconUserPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
            {t('subAdmins.invite')}
          </Button>
        )
      }
      isFlush={people.length > 0}
    >
      <Loaded query={query} height={80}>
        {({ data }) =>
          data.length === 0 ? (
            <p className={styles.quiet}>{t('subAdmins.none')}</p>
          ) : (
            <ul className={styles.rows}>
              {data.map((person) => (
                <li key={person.id}>
                  <span className={styles.person}>
                    <span>{subAdminName(person)}</span>
                    <span className={styles.quiet}>{person.email}</span>
                    {person.state === 'invited' && (
                      <span className={styles.quiet}>{invitationWords(person)}</span>
                    )}
                  </span>
                  {isExpired(person) ? (
                    <StatusBadge meaning="missed">{t('subAdmins.expired')}</StatusBadge>
                  ) : (
                    <StatusBadge meaning={meanings[person.state]}>
                      {t(`subAdmins.${person.state}`)}
                    </StatusBadge>
                  )}
                  {mayEdit && <Actions siteId={siteId} person={person} onEdit={() => setEdited(person)} />}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {edited !== null && <SubAdminDialog siteId={siteId} person={edited} onClose={() => setEdited(null)} />}
    </Card>
  );
}

interface ActionsProps {
  readonly siteId: string;
  readonly person: SubAdmin;
  readonly onEdit: () => void;
}

function Actions({ siteId, person, onEdit }: ActionsProps) {
  const actions = useSubAdminActions(siteId, person);
  const { state, hasSecondStep } = person;
  const items = [
    { id: 'edit', label: t('subAdmins.edit'), onSelect: onEdit },
    ...(state === 'invited'
      ? [{ id: 'resend', label: t('subAdmins.resend'), onSelect: actions.inviteAgain }]
      : []),
    ...(state === 'active'
      ? [{ id: 'reset', label: t('subAdmins.sendReset'), onSelect: actions.mailReset }]
      : []),
    ...(hasSecondStep
      ? [{ id: 'steps', label: t('subAdmins.resetSteps'), onSelect: actions.resetSteps }]
      : []),
    {
      id: 'status',
      label: t(state === 'deactivated' ? 'subAdmins.activate' : 'subAdmins.deactivate'),
      onSelect: actions.switchStatus,
      startsGroup: true,
    },
    { id: 'remove', label: t('subAdmins.remove'), onSelect: actions.remove, isDangerous: true },
  ];
  return (
    <>
      <Menu
        align="end"
        items={items}
        trigger={(props) => (
          <IconButton
            {...props}
            label={t('subAdmins.actionsOf', { name: subAdminName(person) })}
            icon={<IconDots size={18} aria-hidden />}
            disabled={actions.isBusy}
          />
        )}
      />
      {actions.mustConfirm && (
        <ConfirmPasswordDialog onConfirmed={actions.confirmed} onClose={actions.dismiss} />
      )}
    </>
  );
}
