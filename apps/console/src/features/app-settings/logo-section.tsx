// The tenant's logo in App Settings: what it is, another one, none.
import { logoConfigKey, tenantNameConfigKey } from '@watchpost/domain/tenant-settings';
import { TenantLogo } from '../../lib/brand/tenant-logo.tsx';
import { useSession } from '../../lib/current-session.ts';
import { t, translate } from '../../lib/labels.ts';
import { LogoFileButton } from '../../lib/logo/logo-file-button.tsx';
import { LogoPreview } from '../../lib/logo/logo-preview.tsx';
import { useLogoChoice } from '../../lib/logo/use-logo-choice.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { removeLogo, storeLogo } from './logo.api.ts';
import styles from './logo-section.module.css';

const own = { store: storeLogo, remove: removeLogo, removeQuestion: () => t('logo.removeAsk') };

export function LogoSection({ mayEdit }: { readonly mayEdit: boolean }) {
  const logo = useSession((session) => session.tenantConfig(logoConfigKey)) ?? '';
  const tenantName = useSession((session) => session.tenantConfig(tenantNameConfigKey)) ?? '';
  const choice = useLogoChoice(own);
  const { chosen, refusal, isSaving } = choice;
  return (
    <Card title={t('logo.title')}>
      <p className={styles.description}>{t('logo.text')}</p>
      <div className={styles.now}>
        <span className={styles.shown}>
          <TenantLogo logo={logo} tenantName={tenantName} />
        </span>
        {mayEdit && (
          <div className={styles.buttons}>
            <LogoFileButton onChoose={(file) => void choice.choose(file)} />
            {logo !== '' && (
              <Button isBusy={isSaving} onClick={() => void choice.remove()}>
                {t('logo.remove')}
              </Button>
            )}
          </div>
        )}
      </div>
      <p className={styles.hint}>{t('logo.rule')}</p>
      <p role="alert" className={styles.error}>
        {refusal !== null && translate(refusal)}
      </p>
      {chosen !== null && (
        <LogoPreview
          cuts={chosen.cuts}
          isSaving={isSaving}
          grounds={{ light: t('logo.onLight'), dark: t('logo.onDark') }}
          onUse={(blob) => void choice.use(blob)}
          onBack={choice.leave}
        />
      )}
    </Card>
  );
}
