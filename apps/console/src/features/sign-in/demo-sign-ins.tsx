import type { AdminMetadata } from '@watchpost/contract/session';
import { t, translate } from '../../lib/labels.ts';
import type { SignInValues } from './sign-in-form.ts';
import styles from './demo-sign-ins.module.css';

interface DemoSignInsProps {
  readonly signIns: AdminMetadata['demoSignIns'];
  readonly onChoose: (values: SignInValues) => void;
}

/** The guard's device signs in by employee id, which this form does not take. */
const fitsForm = (username: string): boolean => username.includes('@');

/** Fills in the form with an account of the demo; those of the field are told, not offered. */
export function DemoSignIns({ signIns, onChoose }: DemoSignInsProps) {
  return (
    <section className={styles.demo} aria-labelledby="demo-sign-ins">
      <h2 id="demo-sign-ins">{t('signIn.demoTitle')}</h2>
      <p>{t('signIn.demoText')}</p>
      <ul>
        {signIns.map(({ label, username, password, canUseConsole }) => (
          <li key={username}>
            {fitsForm(username) ? (
              <button
                type="button"
                className={styles.account}
                onClick={() => onChoose({ username, password })}
              >
                <span className={styles.label}>{translate(label)}</span>
                <span className={styles.username}>
                  {username}
                  {!canUseConsole && ` (${t('signIn.demoRefused')})`}
                </span>
              </button>
            ) : (
              <div className={styles.account}>
                <span className={styles.label}>{translate(label)}</span>
                <span className={styles.username}>
                  {username} · {password} · {t('signIn.demoFieldOnly')}
                </span>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
