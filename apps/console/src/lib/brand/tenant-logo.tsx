import { getTenantLogo } from '@watchpost/contract/tenant-logo';
import { useState } from 'react';
import { browserHttp } from '../browser-http.ts';
import { toAddress } from '../http.ts';
import { ProductLogo } from './product-logo.tsx';
import styles from './tenant-logo.module.css';

interface TenantLogoProps {
  /** Id of the logo's file; empty for the product's own. */
  readonly logo: string;
  readonly tenantName: string;
}

/** The tenant's logo; the product's where it has none or it cannot be shown (HEAD-01, MNG-09). */
export function TenantLogo({ logo, tenantName }: TenantLogoProps) {
  const [broken, setBroken] = useState('');
  if (logo === '' || logo === broken) return <ProductLogo />;
  const address = browserHttp.baseUrl() + toAddress(getTenantLogo.path, { fileId: logo });
  return (
    <span className={styles.plate}>
      <img className={styles.logo} src={address} alt={tenantName} onError={() => setBroken(logo)} />
    </span>
  );
}
