// The way back into an account: forgotten, code, new password; a mailed link leads straight to the last step.
import { passwordMaxLength } from '@watchpost/domain/limits';
import { useCallback, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { t } from '../../lib/labels.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { type CheckedLink, EndedLinkDialog } from './ended-link-dialog.tsx';
import { ForgotPasswordDialog } from './forgot-password-dialog.tsx';
import { OtpDialog } from './otp-dialog.tsx';
import { SetPasswordDialog } from './set-password-dialog.tsx';
import { checkLink } from './recovery.api.ts';
import { useAdminMetadata } from './sign-in.api.ts';
import styles from './sign-in-page.module.css';

type Step =
  | { readonly at: 'closed' | 'forgot' }
  | { readonly at: 'otp'; readonly email: string }
  | { readonly at: 'setPassword'; readonly otpId: string }
  | { readonly at: 'ended'; readonly link: CheckedLink };

/** Stands in the address for a secret that was taken out of it; with it the page stays open to who is signed in. */
const taken = 'taken';

/** The secret taken, until it is used or put away: changing the address may draw the page again. */
let mailedSecret: string | undefined;

/** Takes the secret of a mailed link out of the address, where it would stay in the history. */
function useMailedLink(onLink: (otpId: string) => void): void {
  const [{ reset }, changeSearch] = useUrlSearch();
  useEffect(() => {
    if (reset === undefined || reset === taken) return;
    mailedSecret = reset;
    onLink(reset);
    changeSearch({ reset: taken }, { replace: true });
  }, [reset, onLink, changeSearch]);
}

/** What became of a link that sets no password any more; null for a good one, and while that cannot be asked. */
async function endedLink(otpId: string): Promise<CheckedLink | null> {
  try {
    const link = await checkLink(otpId);
    return link.state === 'good' ? null : link;
  } catch {
    return null;
  }
}

const firstStep = (): Step =>
  mailedSecret === undefined ? { at: 'closed' } : { at: 'setPassword', otpId: mailedSecret };

export function PasswordRecovery() {
  const [step, setStep] = useState(firstStep);
  const maxLength = useAdminMetadata().data?.passwordMaxLength ?? passwordMaxLength;
  const close = useCallback(() => {
    mailedSecret = undefined;
    setStep({ at: 'closed' });
  }, []);
  const choosePassword = useCallback((otpId: string) => setStep({ at: 'setPassword', otpId }), []);
  const openLink = useCallback(
    (otpId: string) => {
      choosePassword(otpId);
      void endedLink(otpId).then((link) => {
        if (link === null || mailedSecret !== otpId) return;
        mailedSecret = undefined;
        setStep({ at: 'ended', link });
      });
    },
    [choosePassword],
  );
  useMailedLink(openLink);
  return (
    <>
      <button type="button" className={styles.link} onClick={() => setStep({ at: 'forgot' })}>
        {t('signIn.forgot')}
      </button>
      {/* Beside the page, for the link stands within the form of the sign-in and a form holds no other. */}
      {createPortal(
        <>
          {step.at === 'forgot' && (
            <ForgotPasswordDialog onClose={close} onAsked={(email) => setStep({ at: 'otp', email })} />
          )}
          {step.at === 'otp' && <OtpDialog email={step.email} onClose={close} onVerified={choosePassword} />}
          {step.at === 'ended' && (
            <EndedLinkDialog link={step.link} onClose={close} onAskForNew={() => setStep({ at: 'forgot' })} />
          )}
          {step.at === 'setPassword' && (
            <SetPasswordDialog otpId={step.otpId} maxLength={maxLength} onClose={close} />
          )}
        </>,
        document.body,
      )}
    </>
  );
}
