import { type FormEvent, type ReactNode, useState } from 'react';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import type { Phone } from '../../outbox/phone.ts';
import type { Session } from '../../outbox/records.ts';
import { signIn, type SignInEnd } from '../../outbox/sessions.ts';
import { type LabelKey, t } from '../../lib/labels.ts';
import { storageFaultOf } from '../../lib/storage-fault.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import controls from '../../ui/controls.module.css';
import { Notice } from '../../ui/notice.tsx';
import { Screen } from '../../ui/screen.tsx';
import { LanguageChoice } from '../../lib/language-choice.tsx';
import { HomeScreenNotice } from '../../lib/home-screen-notice.tsx';
import { OfficeNotice } from '../../lib/office-notice.tsx';
import { OthersNotice } from '../../lib/others-notice.tsx';
import styles from './sign-in-page.module.css';

const refusals: Readonly<Record<string, LabelKey>> = {
  fieldSignInFailed: 'signIn.wrong',
  accountDeactivated: 'signIn.deactivated',
  slowDown: 'signIn.slowDown',
  storageFull: 'signIn.noRoom',
  deviceRevoked: 'office.stopped',
  deviceCleared: 'office.blocked',
  notFound: 'signIn.noCompany',
  invalid: 'signIn.invalid',
};

function faultOf(end: SignInEnd, isFirst: boolean): LabelKey | null {
  if (end.kind === 'signedIn') return null;
  if (end.kind === 'otherGuard') return 'signIn.otherGuard';
  if (end.kind === 'away') return isFirst ? 'signIn.away' : 'signIn.awayAgain';
  if (end.code === 'accountDeactivated' && !isFirst) return 'signIn.deactivatedAgain';
  return refusals[end.code] ?? 'signIn.failed';
}

/** In the address that a company gives its guards. */
const companyGiven = () =>
  new URLSearchParams(window.location.search).get('company')?.trim().toLowerCase() ?? '';

interface SignInProps {
  readonly phone: Phone;
  /** Who must sign in again; null for anybody. */
  readonly again: Session | null;
  /** Above all else, such as a newer app that stands ready. */
  readonly notice: ReactNode;
  readonly onLater?: () => void;
}

/** What was typed, and trying it. */
function useSignIn({ phone: { settings }, again }: SignInProps) {
  const given = companyGiven();
  const isKnown = given === '' || given === settings.company;
  const [wish, setWish] = useState({
    company: again?.company ?? (given || settings.company),
    employeeId: again?.guard.employeeId ?? (isKnown ? settings.employeeId : ''),
    secret: '',
  });
  const [isBusy, setIsBusy] = useState(false);
  const [fault, setFault] = useState<LabelKey | null>(null);
  const tryIt = async () => {
    const { company, employeeId, secret } = wish;
    const clean = { company: company.trim().toLowerCase(), employeeId: employeeId.trim(), secret };
    if (clean.company === '' || clean.employeeId === '' || secret === '') {
      setFault('signIn.missing');
      return;
    }
    setIsBusy(true);
    setFault(null);
    const fault = signIn(clean, again?.owner ?? null).then((end) => faultOf(end, again === null));
    setFault(await fault.catch(storageFaultOf));
    setIsBusy(false);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isBusy) void tryIt();
  };
  return {
    wish,
    change: (part: Partial<typeof wish>) => setWish({ ...wish, ...part }),
    isBusy,
    fault,
    submit,
  };
}

const nameOf = (again: Session | null): string =>
  again === null ? '' : `${again.guard.firstName} ${again.guard.lastName}`.trim();

export function SignInPage(props: SignInProps) {
  const { phone, again, notice, onLater } = props;
  const entry = useSignIn(props);
  return (
    <form onSubmit={entry.submit} noValidate>
      <Screen
        title={t('signIn.title')}
        mark={<img className={styles.mark} src="icon-192.png" alt="" />}
        actions={
          <>
            {entry.fault !== null && (
              <Notice tone="missed" isNews>
                {t(entry.fault, { name: nameOf(again) })}
              </Notice>
            )}
            <Button kind="primary" isSubmit isBusy={entry.isBusy}>
              {entry.isBusy ? t('signIn.busy') : t('signIn.submit')}
            </Button>
            {onLater !== undefined && <Button onPress={onLater}>{t('signIn.later')}</Button>}
          </>
        }
      >
        {notice}
        <OfficeNotice office={phone.settings.office} />
        {again === null && <HomeScreenNotice />}
        {again === null && <p className={controls.quiet}>{t('signIn.hint')}</p>}
        {again !== null && <Notice tone="late">{t('signIn.again')}</Notice>}
        <OthersNotice {...phone.others} />
        <Fields entry={entry} again={again} />
        <LanguageChoice />
      </Screen>
    </form>
  );
}

function Fields({
  entry: { wish, change },
  again,
}: {
  readonly entry: ReturnType<typeof useSignIn>;
  readonly again: Session | null;
}) {
  const plain = { autoCorrect: 'off', spellCheck: false };
  return (
    <>
      {again === null ? (
        <TextField
          {...plain}
          label={t('signIn.company')}
          name="organization"
          value={wish.company}
          onChange={(event) => change({ company: event.target.value })}
          autoCapitalize="none"
        />
      ) : (
        <p>
          <strong>{nameOf(again)}</strong>
          <span className={controls.quiet}>{again.company}</span>
        </p>
      )}
      <TextField
        {...plain}
        label={t('signIn.employeeId')}
        name="username"
        value={wish.employeeId}
        hint={again === null ? undefined : t('signIn.idHint')}
        onChange={(event) => change({ employeeId: event.target.value })}
        autoComplete="username"
        autoCapitalize="characters"
      />
      <SecretField value={wish.secret} onChange={(secret) => change({ secret })} />
    </>
  );
}

interface SecretProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function SecretField({ value, onChange }: SecretProps) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? IconEyeOff : IconEye;
  return (
    <TextField
      label={t('signIn.secret')}
      name="password"
      type={isShown ? 'text' : 'password'}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      autoComplete="current-password"
      aside={
        <button
          type="button"
          className={controls.icon}
          aria-label={t(isShown ? 'signIn.hide' : 'signIn.show')}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon size={24} aria-hidden />
        </button>
      }
    />
  );
}
