// The overview: the authenticator app, the passkeys, the recovery codes, and what can be done with each.
import type { PasskeyEntry, SignInFactors } from '@watchpost/contract/sign-in-factors';
import { type ReactNode } from 'react';
import { t } from '../../lib/labels.ts';
import { canUsePasskeys } from '../../lib/sign-in-factors/passkey-support.ts';
import { timeWords } from '../../records/record-time.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Chip } from '../../ui/display/chip.tsx';
import { confirm } from '../../ui/overlays/confirm-store.ts';
import {
  dropAuthenticator,
  dropPasskey,
  newRecoveryCodes,
  startAuthenticator,
} from './sign-in-security.api.ts';
import styles from './sign-in-security.module.css';
import type { SecuritySteps } from './use-security-steps.ts';

interface FactorListProps {
  readonly factors: SignInFactors;
  readonly steps: SecuritySteps;
}

interface SectionProps {
  readonly title: string;
  readonly detail: string;
  readonly actions: ReactNode;
  readonly children?: ReactNode;
}

function Section({ title, detail, actions, children }: SectionProps) {
  return (
    <section className={styles.section}>
      <div className={styles.row}>
        <div className={styles.what}>
          <h3 className={styles.name}>{title}</h3>
          <span className={styles.detail}>{detail}</span>
        </div>
        <div className={styles.actions}>{actions}</div>
      </div>
      {children}
    </section>
  );
}

/** The password comes first where the session is no longer fresh. */
function begin({ factors, steps }: FactorListProps, work: () => void): void {
  if (factors.needsPassword) steps.go({ at: 'password', next: work });
  else work();
}

function AuthenticatorSection(props: FactorListProps) {
  const { factors, steps } = props;
  const since = factors.authenticatorAddedAtMs;
  const setUp = () =>
    begin(
      props,
      () => void steps.attempt(startAuthenticator, (setup) => steps.go({ at: 'authenticator', setup })),
    );
  const remove = async () => {
    if (!(await confirm({ message: t('security.removeAuthenticator') }))) return;
    begin(
      props,
      () => void steps.attempt(dropAuthenticator, () => steps.finish(t('security.authenticatorRemoved'))),
    );
  };
  return (
    <Section
      title={t('security.authenticator')}
      detail={
        since === null
          ? t('security.authenticatorOff')
          : t('security.authenticatorOn', { time: timeWords(since) })
      }
      actions={
        <>
          <Button size="small" onClick={setUp}>
            {since === null ? t('security.setUp') : t('security.replace')}
          </Button>
          {since !== null && (
            <Button
              size="small"
              aria-label={t('security.removeNamed', { name: t('security.authenticator') })}
              onClick={() => void remove()}
            >
              {t('security.remove')}
            </Button>
          )}
        </>
      }
    />
  );
}

function PasskeyRow({ passkey, list }: { readonly passkey: PasskeyEntry; readonly list: FactorListProps }) {
  const { steps } = list;
  const { id, name, createdAtMs, lastUsedAtMs, isBackedUp } = passkey;
  const remove = async () => {
    if (!(await confirm({ message: t('security.removePasskey', { name }) }))) return;
    begin(
      list,
      () =>
        void steps.attempt(
          () => dropPasskey(id),
          () => steps.finish(t('security.passkeyRemoved')),
        ),
    );
  };
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <span className={styles.passkey}>
          {name}
          {isBackedUp && <Chip value={t('security.passkeySynced')} />}
        </span>
        <span className={styles.detail}>
          {t('security.passkeySince', { time: timeWords(createdAtMs) })} ·{' '}
          {lastUsedAtMs === null
            ? t('security.passkeyUnused')
            : t('security.passkeyUsed', { time: timeWords(lastUsedAtMs) })}
        </span>
      </div>
      <div className={styles.actions}>
        <Button
          size="small"
          aria-label={t('security.renameNamed', { name })}
          onClick={() => begin(list, () => steps.go({ at: 'passkey', id, name }))}
        >
          {t('security.rename')}
        </Button>
        <Button size="small" aria-label={t('security.removeNamed', { name })} onClick={() => void remove()}>
          {t('security.remove')}
        </Button>
      </div>
    </li>
  );
}

function PasskeySection(props: FactorListProps) {
  const { factors, steps } = props;
  const add = () => begin(props, () => steps.go({ at: 'passkey', id: null, name: t('passkey.defaultName') }));
  return (
    <Section
      title={t('security.passkeys')}
      detail={canUsePasskeys() ? t('security.passkeysText') : t('security.noPasskeysHere')}
      actions={
        canUsePasskeys() && (
          <Button size="small" onClick={add}>
            {t('security.addPasskey')}
          </Button>
        )
      }
    >
      {factors.passkeys.length === 0 ? (
        <p className={styles.detail}>{t('security.noPasskeys')}</p>
      ) : (
        <ul className={styles.list} aria-label={t('security.passkeys')}>
          {factors.passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} list={props} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function CodesSection(props: FactorListProps) {
  const { factors, steps } = props;
  const hasFactor = factors.authenticatorAddedAtMs !== null || factors.passkeys.length > 0;
  const make = async () => {
    if (!(await confirm({ message: t('security.newCodesQuestion') }))) return;
    begin(
      props,
      () =>
        void steps.attempt(newRecoveryCodes, ({ recoveryCodes }) =>
          steps.go({ at: 'codes', codes: recoveryCodes }),
        ),
    );
  };
  return (
    <Section
      title={t('security.codes')}
      detail={
        hasFactor ? t('security.codesLeft', { count: factors.recoveryCodesLeft }) : t('security.codesNone')
      }
      actions={
        hasFactor && (
          <Button size="small" onClick={() => void make()}>
            {t('security.newCodes')}
          </Button>
        )
      }
    />
  );
}

export function FactorList(props: FactorListProps) {
  return (
    <div className={styles.sections}>
      <AuthenticatorSection {...props} />
      <PasskeySection {...props} />
      <CodesSection {...props} />
    </div>
  );
}
