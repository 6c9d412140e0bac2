// The tenant's logo in App Settings: what it is, another one, none.
import { logoConfigKey, tenantNameConfigKey } from '@watchpost/domain/tenant-settings';
import { IconPhoto } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { TenantLogo } from '../../lib/brand/tenant-logo.tsx';
import { useSession } from '../../lib/current-session.ts';
import { t, translate } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { confirm } from '../../ui/overlays/confirm-store.ts';
import { cutLogo, type LogoCuts, LogoRefused } from './logo-cut.ts';
import { LogoPreview } from './logo-preview.tsx';
import { removeLogo, storeLogo } from './logo.api.ts';
import styles from './logo-section.module.css';

interface Chosen {
  readonly cuts: LogoCuts;
  readonly name: string;
}

function tell(error: unknown): void {
  if (!(error instanceof ApiError)) throw error;
  toasts.error({ summary: t('error.summary'), text: translate(error.message) });
}

/** What was chosen and is to be looked at, and what becomes of it. */
function useLogoChoice() {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const choose = async (file: File) => {
    setRefusal(null);
    try {
      setChosen({ cuts: await cutLogo(file), name: file.name });
    } catch (error) {
      setRefusal(error instanceof LogoRefused ? error.message : 'photo_broken');
    }
  };
  const storing = async (work: Promise<void>, said: string) => {
    setIsSaving(true);
    try {
      await work;
      setChosen(null);
      toasts.success({ text: said });
    } catch (error) {
      tell(error);
    } finally {
      setIsSaving(false);
    }
  };
  return {
    chosen,
    refusal,
    isSaving,
    choose,
    use: (blob: Blob) => storing(storeLogo(blob, chosen?.name ?? ''), t('logo.saved')),
    remove: async () => {
      if (await confirm({ message: t('logo.removeAsk') })) await storing(removeLogo(), t('logo.removed'));
    },
    leave: () => setChosen(null),
  };
}

function FileChoice({ onChoose }: { readonly onChoose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={<IconPhoto size={18} aria-hidden />} onClick={() => input.current?.click()}>
        {t('logo.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".jpeg,.jpg,.png"
        aria-label={t('logo.title')}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // Choosing the same file again is a change too.
          event.target.value = '';
          if (file !== undefined) onChoose(file);
        }}
      />
    </>
  );
}

export function LogoSection({ mayEdit }: { readonly mayEdit: boolean }) {
  const logo = useSession((session) => session.tenantConfig(logoConfigKey)) ?? '';
  const tenantName = useSession((session) => session.tenantConfig(tenantNameConfigKey)) ?? '';
  const choice = useLogoChoice();
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
            <FileChoice onChoose={(file) => void choice.choose(file)} />
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
          onUse={(blob) => void choice.use(blob)}
          onBack={choice.leave}
        />
      )}
    </Card>
  );
}
