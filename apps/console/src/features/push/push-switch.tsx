// Switches notifications of this browser on and off, and says why when it cannot (NOTIF-06).
import { IconBellOff, IconBellRinging } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { type LabelKey, t } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { followPush } from './follow-push.ts';
import { onPushChange, type PushState, readPushState, switchPushOff, switchPushOn } from './push-device.ts';
import styles from './push-switch.module.css';

const explanations = {
  insecure: 'push.insecure',
  unsupported: 'push.unsupported',
  denied: 'push.denied',
  off: 'push.off',
  on: 'push.on',
} as const satisfies Record<PushState, LabelKey>;

/** The state as the browser has it now, also when the person changes the permission beside the address. */
function usePushState() {
  const { data, refetch } = useQuery({
    queryKey: ['push-state'],
    queryFn: readPushState,
    staleTime: 0,
    networkMode: 'always',
  });
  useEffect(() => {
    const watching = new AbortController();
    void navigator.permissions?.query({ name: 'notifications' }).then((permission) => {
      permission.addEventListener('change', () => void refetch(), { signal: watching.signal });
    });
    const unsubscribe = onPushChange(() => void refetch());
    return () => {
      unsubscribe();
      watching.abort();
    };
  }, [refetch]);
  return { state: data, look: refetch };
}

export function PushSwitch() {
  const { state, look } = usePushState();
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  if (state === undefined) return null;
  const isOn = state === 'on';
  const toggle = async () => {
    setIsBusy(true);
    setHasFailed(false);
    void followPush().catch(() => {});
    try {
      await (isOn ? switchPushOff() : switchPushOn());
    } catch {
      setHasFailed(true);
    }
    await look();
    setIsBusy(false);
  };
  const Icon = isOn ? IconBellRinging : IconBellOff;
  return (
    <section className={styles.row} aria-labelledby="push-title" data-state={state}>
      <Icon size={20} className={styles.icon} aria-hidden />
      <div className={styles.text}>
        <strong id="push-title">{t('push.title')}</strong>
        <output className={styles.explanation} id="push-explanation">
          {t(explanations[state])}
        </output>
        {hasFailed && (
          <p className={styles.failure} role="alert">
            {t(isOn ? 'push.offFailed' : 'push.onFailed')}
          </p>
        )}
      </div>
      {(state === 'on' || state === 'off') && (
        <Button
          size="small"
          isBusy={isBusy}
          aria-describedby="push-explanation"
          onClick={() => void toggle()}
        >
          {t(isOn ? 'push.switchOff' : 'push.switchOn')}
        </Button>
      )}
    </section>
  );
}
