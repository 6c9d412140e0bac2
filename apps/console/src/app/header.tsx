import {
  IconKeyboard,
  IconLogout,
  IconMenu2,
  IconMoon,
  IconSearch,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useState } from 'react';
import { signOutPath } from '@watchpost/domain/limits';
import { exportJob } from '../features/scanned-checkpoints/export-job.ts';
import { endSession } from '../features/session/end-session.ts';
import { ProductLogo } from '../lib/brand/product-logo.tsx';
import { chooseColorScheme, isDarkNow, storedColorScheme } from '../lib/color-scheme.ts';
import { useSession } from '../lib/current-session.ts';
import { t } from '../lib/labels.ts';
import { IconButton } from '../ui/actions/icon-button.tsx';
import { Kbd } from '../ui/display/kbd.tsx';
import { confirm } from '../ui/overlays/confirm-store.ts';
import { Menu } from '../ui/overlays/menu.tsx';
import { Avatar } from './avatar.tsx';
import styles from './header.module.css';
import { paletteKeys } from './keyboard.ts';
import { toggleSidebar, useIsNarrow, useIsSidebarClosed } from './sidebar-state.ts';

const ProfilePopup = lazy(() =>
  import('../features/profile/profile-popup.tsx').then((file) => ({ default: file.ProfilePopup })),
);

interface HeaderProps {
  readonly onFind: () => void;
  readonly onShortcuts: () => void;
}

function Hamburger() {
  const isClosed = useIsSidebarClosed();
  const isNarrow = useIsNarrow();
  const closedLabel = isNarrow ? t('shell.openMenu') : t('shell.unfoldMenu');
  const openLabel = isNarrow ? t('shell.closeMenu') : t('shell.foldMenu');
  return (
    <IconButton
      label={isClosed ? closedLabel : openLabel}
      icon={<IconMenu2 size={20} />}
      hasTooltip={false}
      aria-expanded={!isClosed}
      aria-controls="main-menu"
      onClick={toggleSidebar}
    />
  );
}

function SchemeSwitch() {
  const [scheme, setScheme] = useState(storedColorScheme);
  const isDark = isDarkNow(scheme);
  const switchOver = () => {
    const next = isDark ? 'light' : 'dark';
    chooseColorScheme(next);
    setScheme(next);
  };
  return (
    <IconButton
      label={isDark ? t('shell.toLight') : t('shell.toDark')}
      hasTooltip={false}
      icon={isDark ? <IconSun size={20} /> : <IconMoon size={20} />}
      onClick={switchOver}
    />
  );
}

function ProfileMenu({ onShortcuts }: Pick<HeaderProps, 'onShortcuts'>) {
  const user = useSession((current) => current.user());
  const router = useRouter();
  const queryClient = useQueryClient();
  const [isProfileOpen, setIsProfileOpen] = useState(false);
  const closeProfile = useCallback(() => setIsProfileOpen(false), []);
  if (user === undefined) return null;
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ');
  const logout = async () => {
    const isExporting = exportJob.running() !== null;
    if (isExporting && !(await confirm({ message: t('shell.logoutStopsExport') }))) return;
    exportJob.cancel();
    await endSession(queryClient, () => router.history.push(signOutPath));
  };
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
        items={[
          {
            id: 'profile',
            label: t('profile.menu'),
            icon: <IconUserCircle size={18} />,
            onSelect: () => setIsProfileOpen(true),
          },
          {
            id: 'shortcuts',
            label: t('shell.shortcuts'),
            icon: <IconKeyboard size={18} />,
            onSelect: onShortcuts,
          },
          {
            id: 'logout',
            label: t('shell.logout'),
            icon: <IconLogout size={18} />,
            onSelect: () => void logout(),
            startsGroup: true,
          },
        ]}
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
      {isProfileOpen && (
        <Suspense>
          <ProfilePopup onClose={closeProfile} />
        </Suspense>
      )}
    </>
  );
}

export function Header({ onFind, onShortcuts }: HeaderProps) {
  const dashboardRoute = useSession((current) => current.dashboardRoute());
  return (
    <header className={styles.header} data-print="hide">
      <Hamburger />
      <a className={styles.home} href={`#/${dashboardRoute.replaceAll(/^\/+|\/+$/g, '')}`}>
        <ProductLogo />
      </a>
      <button type="button" className={styles.find} onClick={onFind}>
        <IconSearch size={16} aria-hidden />
        <span className={styles.findText}>{t('shell.find')}</span>
        <span className={styles.findKeys} aria-hidden>
          <Kbd>{paletteKeys()}</Kbd>
        </span>
      </button>
      <div className={styles.tools}>
        <SchemeSwitch />
        <ProfileMenu onShortcuts={onShortcuts} />
      </div>
    </header>
  );
}
