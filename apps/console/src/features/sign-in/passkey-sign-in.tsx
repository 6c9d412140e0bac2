// In without a password: by a button, or by what the browser offers in the email field.
import type { SessionView } from '@watchpost/contract/session';
import { IconFingerprint } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { withLoader } from '../../lib/app-events.ts';
import { t } from '../../lib/labels.ts';
import { factorFailure } from '../../lib/sign-in-factors/factor-failure.ts';
import { canUsePasskeys } from '../../lib/sign-in-factors/passkey-support.ts';
import { Button } from '../../ui/actions/button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { enterByPasskey } from './second-step.api.ts';

interface PasskeySignInProps {
  readonly onEntered: (view: SessionView) => void;
}

export function PasskeySignInButton({ onEntered }: PasskeySignInProps) {
  if (!canUsePasskeys()) return null;
  const enter = async () => {
    toasts.clear();
    try {
      onEntered(await withLoader(() => enterByPasskey()));
    } catch (error) {
      toasts.error({ summary: t('error.summary'), text: factorFailure(error) });
    }
  };
  return (
    <Button isFullWidth icon={<IconFingerprint size={18} />} onClick={() => void enter()}>
      {t('secondStep.passkey')}
    </Button>
  );
}

/** Has the browser offer passkeys with its saved sign-ins, from when somebody first turns to the email field. */
export function usePasskeyOffer(onEntered: (view: SessionView) => void): () => void {
  const isOffered = useRef(false);
  useEffect(
    () => () => {
      if (!isOffered.current) return;
      isOffered.current = false;
      void import('../../lib/sign-in-factors/passkey-ceremonies.ts').then((file) => file.stopOffer());
    },
    [],
  );
  return () => {
    if (isOffered.current || !canUsePasskeys()) return;
    isOffered.current = true;
    void offer(onEntered);
  };
}

async function offer(onEntered: (view: SessionView) => void): Promise<void> {
  if ((await PublicKeyCredential.isConditionalMediationAvailable?.()) !== true) return;
  try {
    onEntered(await enterByPasskey(true));
  } catch (error) {
    // No one chose one, or the button took over. A passkey that the server refused is another matter.
    if (error instanceof Error && error.name !== 'PasskeyFailure') {
      toasts.error({ summary: t('error.summary'), text: factorFailure(error) });
    }
  }
}
