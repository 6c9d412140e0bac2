import { IconMenu2, IconMoon, IconSearch, IconSun } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { logoConfigKey, tenantNameConfigKey } from '@watchpost/domain/tenant-settings';
import { TenantLogo } from '../lib/brand/tenant-logo.tsx';
import { chooseColorScheme, isDarkNow, storedColorScheme } from '../lib/color-scheme.ts';
import { useSession } from '../lib/current-session.ts';
import { t } from '../lib/labels.ts';
import { IconButton } from '../ui/actions/icon-button.tsx';
import { Kbd } from '../ui/display/kbd.tsx';
import { HeaderNotifications } from './header-notifications.tsx';
import styles from './header.module.css';
import { paletteKeys } from './keyboard.ts';
import { ProfileMenu } from './profile-menu.tsx';
import { toggleSidebar, useIsNarrow, useIsSidebarClosed } from './sidebar-state.ts';

interface HeaderProps {
  /** Leads past it. */
  readonly skip: ReactNode;
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

export function Header({ skip, onFind, onShortcuts }: HeaderProps) {
  const dashboardRoute = useSession((current) => current.dashboardRoute());
  const logo = useSession((current) => current.tenantConfig(logoConfigKey)) ?? '';
  const tenantName = useSession((current) => current.tenantConfig(tenantNameConfigKey)) ?? '';
  return (
    <header className={styles.header} data-print="hide">
      {skip}
      <Hamburger />
      <a className={styles.home} href={`#/${dashboardRoute.replaceAll(/^\/+|\/+$/g, '')}`}>
        <TenantLogo logo={logo} tenantName={tenantName} />
        {logo === '' && tenantName !== '' && <span className={styles.tenant}>{tenantName}</span>}
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
        <HeaderNotifications />
        <ProfileMenu onShortcuts={onShortcuts} />
      </div>
    </header>
  );
}
