// The logo of a site, beside its name: another one, or none (MNG-02).
import type { SiteRow } from '@watchpost/contract/sites';
import { useQueryClient } from '@tanstack/react-query';
import { IconBuilding } from '@tabler/icons-react';
import { useState } from 'react';
import { useSession } from '../../lib/current-session.ts';
import { t, translate } from '../../lib/labels.ts';
import { LogoFileButton } from '../../lib/logo/logo-file-button.tsx';
import { LogoPreview } from '../../lib/logo/logo-preview.tsx';
import { useLogoChoice } from '../../lib/logo/use-logo-choice.ts';
import { Button } from '../../ui/actions/button.tsx';
import { removeSiteLogo, siteLogoAddress, storeSiteLogo } from './site-logo.api.ts';
import styles from './site-logo.module.css';
import { siteArea } from './sites.api.ts';

/** Decorative: the name stands beside it. */
export function SiteLogoMark({ logo, size }: { readonly logo: string; readonly size: 'main' | '96' }) {
  const [broken, setBroken] = useState('');
  if (logo === '' || logo === broken) return <IconBuilding size={20} className={styles.none} aria-hidden />;
  return (
    <img
      src={siteLogoAddress(logo, size)}
      alt=""
      className={styles.picture}
      onError={() => setBroken(logo)}
    />
  );
}

export function SiteLogo({ site }: { readonly site: SiteRow }) {
  const mayEdit = useSession((session) => session.hasAccess('edit'));
  const queries = useQueryClient();
  const shown = async (work: Promise<void>) => {
    await work;
    await queries.invalidateQueries({ queryKey: [siteArea] });
  };
  const choice = useLogoChoice({
    store: (blob, name) => shown(storeSiteLogo(site.id, blob, name)),
    remove: () => shown(removeSiteLogo(site.id)),
    removeQuestion: () => t('sites.logoRemoveAsk', { name: site.name }),
  });
  const { chosen, refusal, isSaving } = choice;
  return (
    <div className={styles.logo}>
      <span className={styles.plate} data-site-logo={site.logo === '' ? 'none' : 'shown'}>
        <SiteLogoMark logo={site.logo} size="main" />
      </span>
      {mayEdit && (
        <>
          <LogoFileButton size="small" onChoose={(file) => void choice.choose(file)} />
          {site.logo !== '' && (
            <Button size="small" variant="quiet" isBusy={isSaving} onClick={() => void choice.remove()}>
              {t('logo.remove')}
            </Button>
          )}
        </>
      )}
      <p role="alert" className={styles.error}>
        {refusal !== null && translate(refusal)}
      </p>
      {chosen !== null && (
        <LogoPreview
          cuts={chosen.cuts}
          isSaving={isSaving}
          grounds={{ light: t('sites.logoOnLight'), dark: t('sites.logoOnDark') }}
          onUse={(blob) => void choice.use(blob)}
          onBack={choice.leave}
        />
      )}
    </div>
  );
}
