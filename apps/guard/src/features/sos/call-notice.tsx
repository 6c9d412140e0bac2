import { IconUrgent } from '@tabler/icons-react';
import { type LabelKey, t } from '../../lib/labels.ts';
import controls from '../../ui/controls.module.css';
import styles from './call-notice.module.css';
import { isTellable, type Made } from './own-call.ts';

/** On every other screen: that the guard's call is open, who knows of it, and the way to it. */
export function CallNotice({ made }: { readonly made: Made | null }) {
  if (made === null || !isTellable(made)) return null;
  return (
    <output className={styles.news}>
      <a className={`${controls.row ?? ''} ${styles.call ?? ''}`} href="#/sos">
        <IconUrgent size={28} aria-hidden />
        <span className={controls.rowText}>{t(textOf(made))}</span>
        <span className={controls.rowAction}>{t('sos.show')}</span>
      </a>
    </output>
  );
}

function textOf({ sendStatus, state }: Made): LabelKey {
  if (sendStatus === 'waiting') return 'sos.notSent';
  if (state === 'resolved') return 'sos.resolved';
  return state === 'acknowledged' ? 'sos.openSeen' : 'sos.open';
}
