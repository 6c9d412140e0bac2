// Whose paper it is, of which site where somebody sees one alone, and what else the page says of itself.
import { logoConfigKey, tenantNameConfigKey } from '@watchpost/domain/tenant-settings';
import { useSession } from '../current-session.ts';
import styles from './print-head.module.css';
import { TenantLogo } from './tenant-logo.tsx';

interface PrintHeadProps {
  /** In place of the site. */
  readonly lines?: readonly string[];
}

export function PrintHead({ lines }: PrintHeadProps) {
  const tenantName = useSession((session) => session.tenantConfig(tenantNameConfigKey)) ?? '';
  const logo = useSession((session) => session.tenantConfig(logoConfigKey)) ?? '';
  const ownSite = useSession((session) => session.user()?.siteName ?? '');
  return (
    <div className={styles.head}>
      {logo !== '' && <TenantLogo logo={logo} tenantName={tenantName} />}
      <p>{[tenantName, ...(lines ?? [ownSite])].filter((each) => each !== '').join(' · ')}</p>
    </div>
  );
}
