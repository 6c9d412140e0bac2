// Where the mailed code is typed (OTP-01, OTP-02). Mounted while open.
import { otp as otpRule } from '@watchpost/contract/accounts';
import { otpDialogWidthPx } from '@watchpost/domain/limits';
import { useState } from 'react';
import { withLoader } from '../../lib/app-events.ts';
import { failureTexts } from '../../lib/form-message.tsx';
import { t, translate } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { TextField } from '../../ui/fields/text-field.tsx';
import { isLeft } from '../../ui/fields/use-left.ts';
import { Modal } from '../../ui/overlays/modal.tsx';
import { askForAnotherCode, exchangeCode } from './recovery.api.ts';
import styles from './recovery.module.css';

interface OtpDialogProps {
  readonly email: string;
  readonly onClose: () => void;
  readonly onVerified: (otpId: string) => void;
}

const explain = (error: unknown) =>
  toasts.error({ summary: t('otp.summary'), text: failureTexts(error)[0] ?? '' });

function useOtp({ email, onVerified }: Pick<OtpDialogProps, 'email' | 'onVerified'>) {
  // Only who has failed with a code may have another (OTP-01).
  const [mayResend, setMayResend] = useState(false);
  const verify = async (otp: string) => {
    try {
      const { otpId } = await withLoader(() => exchangeCode(email, otp));
      toasts.success({ summary: t('otp.verified'), text: t('otp.matched') });
      onVerified(otpId);
    } catch (error) {
      setMayResend(true);
      explain(error);
    }
  };
  const resend = async () => {
    setMayResend(false);
    try {
      const { general } = await askForAnotherCode(email);
      toasts.success({ summary: t('otp.resent'), text: translate(general[0]?.message ?? '') });
    } catch (error) {
      setMayResend(true);
      explain(error);
    }
  };
  return { mayResend, verify, resend };
}

export function OtpDialog({ email, onClose, onVerified }: OtpDialogProps) {
  const [otp, setOtp] = useState('');
  const [isMet, setIsMet] = useState(false);
  const { mayResend, verify, resend } = useOtp({ email, onVerified });
  const checked = otpRule.safeParse(otp);
  const error = checked.error?.issues[0]?.message;
  return (
    <Modal
      isOpen
      onClose={onClose}
      title={t('otp.title')}
      width={otpDialogWidthPx}
      onSubmit={() => {
        if (checked.success) void verify(checked.data);
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('otp.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={!checked.success}>
            {t('otp.verify')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>{t('otp.text', { email })}</p>
        <div className={styles.otp}>
          <TextField
            label={t('otp.label')}
            isRequired
            inputMode="numeric"
            autoComplete="one-time-code"
            spellCheck={false}
            value={otp}
            error={isMet && error !== undefined ? translate(error) : undefined}
            onChange={(event) => {
              setOtp(event.target.value);
              setIsMet(true);
            }}
            onBlur={(event) => setIsMet(isMet || isLeft(event))}
          />
          <Button disabled={!mayResend} onClick={() => void resend()}>
            {t('otp.resend')}
          </Button>
        </div>
      </div>
    </Modal>
  );
}
