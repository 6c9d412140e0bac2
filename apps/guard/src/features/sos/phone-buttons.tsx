import { IconPhone, IconPhoneOff } from '@tabler/icons-react';
import { t } from '../../lib/labels.ts';
import controls from '../../ui/controls.module.css';
import { dialled, type PhoneChoice } from './phone-choice.ts';
import styles from './phone-buttons.module.css';

interface CallProps {
  readonly title: string;
  /** Read out with the number; has the title's words. */
  readonly label: string;
  readonly phone: string;
  readonly look: 'control' | 'emergency';
}

/** The number is written on it, to be dialled on another phone. */
function CallLink({ title, label, phone, look }: CallProps) {
  return (
    <a
      className={`${controls.button ?? ''} ${styles.call ?? ''} ${styles[look] ?? ''}`}
      href={dialled(phone)}
      aria-label={`${label}, ${phone}`}
    >
      <IconPhone size={24} aria-hidden />
      <span className={styles.words}>
        <span>{title}</span>
        <span className={styles.number}>{phone}</span>
      </span>
    </a>
  );
}

interface ButtonsProps {
  readonly choice: PhoneChoice;
  /** The guard asked for the number that is not set. */
  readonly onMissing: () => void;
}

/** The phone's own calls, which need no internet: the control room and the emergency services. */
export function PhoneButtons({ choice: { control, emergency }, onMissing }: ButtonsProps) {
  return (
    <nav className={styles.phones} aria-label={t('sos.phones')}>
      {control === null ? (
        <button
          type="button"
          className={`${controls.button ?? ''} ${styles.call ?? ''} ${styles.missing ?? ''}`}
          onClick={onMissing}
        >
          <IconPhoneOff size={24} aria-hidden />
          <span className={styles.words}>
            <span>{t('sos.control')}</span>
            <span className={styles.number}>{t('sos.noControlShort')}</span>
          </span>
        </button>
      ) : (
        <CallLink
          title={t(control.kind === 'site' ? 'sos.site' : 'sos.control')}
          label={t(control.kind === 'site' ? 'sos.callSite' : 'sos.callControl')}
          phone={control.phone}
          look="control"
        />
      )}
      <CallLink
        title={t('sos.emergency')}
        label={t('sos.callEmergency')}
        phone={emergency}
        look="emergency"
      />
    </nav>
  );
}
