// The signed-in user's own menu: the account, help and the way out.
import {
  IconDevices,
  IconKey,
  IconKeyboard,
  IconLogout,
  IconShieldLock,
  IconUserCircle,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { signOutPath } from '@watchpost/domain/limits';
import type { OwnAccountDialog } from '../features/own-account/own-account-dialogs.tsx';
import { endSession } from '../features/session/end-session.ts';
import { useSession } from '../lib/current-session.ts';
import { t } from '../lib/labels.ts';
import { loadAreaTexts } from '../lib/language.ts';
import { useOnNavigation } from '../lib/on-navigation.ts';
import { openedPart } from '../lib/opened-part.tsx';
import { isExportRunning, stopExports } from '../lib/running-exports.ts';
import { confirm } from '../ui/overlays/confirm-store.ts';
import { Menu, type MenuItem } from '../ui/overlays/menu.tsx';
import { languageItems } from './language-items.tsx';
import { Avatar } from './avatar.tsx';
import styles from './header.module.css';

const OwnAccountDialogs = openedPart(
  async () => (await import('../features/own-account/own-account-dialogs.tsx')).OwnAccountDialogs,
);

const ProfilePopup = openedPart(
  async () => (await import('../features/profile/profile-popup.tsx')).ProfilePopup,
);

const SignInSecurityDialog = openedPart(async () => {
  const code = import('../features/sign-in-security/sign-in-security-dialog.tsx');
  const [{ SignInSecurityDialog: Dialog }] = await Promise.all([code, loadAreaTexts()]);
  return Dialog;
});

function useLogout(): () => Promise<void> {
  const router = useRouter();
  const queryClient = useQueryClient();
  return async () => {
    if (isExportRunning() && !(await confirm({ message: t('shell.logoutStopsExport') }))) return;
    stopExports();
    await endSession(queryClient, () => router.history.push(signOutPath));
  };
}

interface MenuActions {
  readonly open: (dialog: OwnAccountDialog | 'profile' | 'security') => void;
  readonly onShortcuts: () => void;
  readonly logout: () => Promise<void>;
}

const itemsOf = ({ open, onShortcuts, logout }: MenuActions): MenuItem[] => [
  {
    id: 'profile',
    label: t('profile.menu'),
    icon: <IconUserCircle size={18} />,
    onSelect: () => open('profile'),
  },
  {
    id: 'password',
    label: t('changePassword.menu'),
    icon: <IconKey size={18} />,
    onSelect: () => open('password'),
  },
  {
    id: 'security',
    label: t('security.menu'),
    icon: <IconShieldLock size={18} />,
    onSelect: () => open('security'),
  },
  {
    id: 'sessions',
    label: t('sessions.menu'),
    icon: <IconDevices size={18} />,
    onSelect: () => open('sessions'),
  },
  ...languageItems(),
  {
    id: 'shortcuts',
    label: t('shell.shortcuts'),
    icon: <IconKeyboard size={18} />,
    onSelect: onShortcuts,
    startsGroup: true,
  },
  {
    id: 'logout',
    label: t('shell.logout'),
    icon: <IconLogout size={18} />,
    onSelect: () => void logout(),
    startsGroup: true,
  },
];

export function ProfileMenu({ onShortcuts }: { onShortcuts: () => void }) {
  const user = useSession((current) => current.user());
  const logout = useLogout();
  const [dialog, setDialog] = useState<OwnAccountDialog | 'profile' | 'security'>();
  const closeDialog = useCallback(() => setDialog(undefined), []);
  useOnNavigation(closeDialog);
  if (user === undefined) return null;
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  return (
    <>
      <Menu
        align="end"
        header={
          <div className={styles.who}>
            <strong>{name}</strong>
            <span>{user.email}</span>
            <span>
              {t(`shell.role.${user.role}`)} · {user.siteName ?? t('shell.allSites')}
            </span>
          </div>
        }
        items={itemsOf({ open: setDialog, onShortcuts, logout })}
        trigger={(props) => (
          <button
            type="button"
            {...props}
            className={styles.profile}
            aria-label={t('shell.account', { name })}
          >
            <Avatar image={user.profileImage} />
            <span className={styles.name}>{name}</span>
          </button>
        )}
      />
      {dialog === 'profile' && <ProfilePopup onClose={closeDialog} />}
      {dialog === 'security' && <SignInSecurityDialog onClose={closeDialog} />}
      {(dialog === 'password' || dialog === 'sessions') && (
        <OwnAccountDialogs open={dialog} onClose={closeDialog} />
      )}
    </>
  );
}
