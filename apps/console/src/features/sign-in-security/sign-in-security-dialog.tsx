// What one signs in with besides the password, and changing it. Mounted while open.
import { FailedPart } from '../../ui/feedback/failed-part.tsx';
import { FormMessage } from '../../lib/form-message.tsx';
import { t } from '../../lib/labels.ts';
import { RecoveryCodes } from '../../lib/sign-in-factors/recovery-codes.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { Modal } from '../../ui/overlays/modal.tsx';
import { FactorList } from './factor-list.tsx';
import { AuthenticatorStep, PasskeyStep, PasswordStep } from './security-forms.tsx';
import { useSignInFactors } from './sign-in-security.api.ts';
import styles from './sign-in-security.module.css';
import { type SecuritySteps, useSecuritySteps } from './use-security-steps.ts';

const widthPx = 600;

function Overview({ steps, onClose }: { readonly steps: SecuritySteps; readonly onClose: () => void }) {
  const { data, isError, refetch } = useSignInFactors();
  const { failure } = steps;
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={t('security.title')}
      width={widthPx}
      footer={
        <Button variant="primary" data-autofocus onClick={onClose}>
          {t('security.close')}
        </Button>
      }
    >
      <div className={styles.form}>
        <p className={styles.detail}>
          {data?.isRequired === true ? t('security.required') : t('security.text')}
        </p>
        <FormMessage message={failure === undefined ? undefined : { isError: true, texts: [failure] }} />
        {data === undefined && !isError && <Spinner />}
        {isError && <FailedPart reason={t('security.failed')} onRetry={() => void refetch()} />}
        {data !== undefined && <FactorList factors={data} steps={steps} />}
      </div>
    </Modal>
  );
}

export function SignInSecurityDialog({ onClose }: { readonly onClose: () => void }) {
  const steps = useSecuritySteps();
  const { step } = steps;
  const back = () => steps.go({ at: 'overview' });
  const common = { steps, width: widthPx, onClose, onBack: back };
  if (step.at === 'password') return <PasswordStep {...common} next={step.next} />;
  if (step.at === 'authenticator') return <AuthenticatorStep {...common} setup={step.setup} />;
  if (step.at === 'passkey') return <PasskeyStep {...common} id={step.id} name={step.name} />;
  if (step.at === 'codes') {
    return (
      <Modal
        isOpen
        onClose={onClose}
        title={t('codes.title')}
        width={widthPx}
        footer={
          <Button variant="primary" onClick={back}>
            {t('codes.done')}
          </Button>
        }
      >
        <RecoveryCodes codes={step.codes} />
      </Modal>
    );
  }
  return <Overview steps={steps} onClose={onClose} />;
}
