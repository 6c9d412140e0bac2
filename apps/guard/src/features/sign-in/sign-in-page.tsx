import { type ChangeEvent, type ComponentProps, type FormEvent, type ReactNode, useState } from 'react';
import { IconEye, IconEyeOff } from '@tabler/icons-react';
import { plainText } from '@watchpost/domain/readers/fold';
import { readSecret } from '@watchpost/domain/readers/secrets';
import type { Phone } from '../../outbox/phone.ts';
import type { Session } from '../../outbox/records.ts';
import { signIn, type SignInEnd } from '../../outbox/sessions.ts';
import { companyGiven } from '../../lib/company-given.ts';
import { type LabelKey, t } from '../../lib/labels.ts';
import { storageFaultOf } from '../../lib/storage-fault.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/fields.tsx';
import { focusField } from '../../ui/focus-field.ts';
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
  fieldSecretRetired: 'signIn.retired',
  accountDeactivated: 'signIn.deactivated',
  slowDown: 'signIn.slowDown',
  storageFull: 'signIn.noRoom',
  deviceRevoked: 'office.stopped',
  deviceCleared: 'office.blocked',
  notFound: 'signIn.noCompany',
  invalid: 'signIn.invalid',
};

/** The names by which a browser fills the fields in, in the order in which they stand. */
const inputNames = { company: 'organization', employeeId: 'username', secret: 'password' } as const;
type Field = keyof typeof inputNames;
const fields = ['company', 'employeeId', 'secret'] as const satisfies readonly Field[];

const missingKeys: Readonly<Record<Field, LabelKey>> = {
  company: 'signIn.companyMissing',
  employeeId: 'signIn.employeeIdMissing',
  secret: 'signIn.secretMissing',
};

/** What is said of one field alone. */
const fieldsAtFault: Partial<Record<LabelKey, Field>> = {
  'signIn.noCompany': 'company',
  'signIn.invalid': 'employeeId',
};

/** What is wrong, by field; `all` is of none alone. */
type Faults = Readonly<Partial<Record<Field | 'all', LabelKey | undefined>>>;

function faultOf(end: SignInEnd, isFirst: boolean): LabelKey | null {
  if (end.kind === 'signedIn') return null;
  if (end.kind === 'otherGuard') return 'signIn.otherGuard';
  if (end.kind === 'away') return isFirst ? 'signIn.away' : 'signIn.awayAgain';
  if (end.code === 'accountDeactivated' && !isFirst) return 'signIn.deactivatedAgain';
  return refusals[end.code] ?? 'signIn.failed';
}

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
  const [entry, setEntry] = useState({
    company: again?.company ?? (given || settings.company),
    employeeId: again?.guard.employeeId ?? (isKnown ? settings.employeeId : ''),
    secret: '',
  });
  const [isBusy, setIsBusy] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const showFaults = (form: HTMLFormElement, faults: Faults) => {
    setFaults(faults);
    const first = fields.find((field) => faults[field] !== undefined);
    if (first !== undefined) focusField(form.querySelector<HTMLElement>(`[name=${inputNames[first]}]`));
  };
  const tryIt = async (form: HTMLFormElement) => {
    const { company, employeeId, secret } = entry;
    const clean = {
      company: plainText(company).toLowerCase(),
      employeeId: plainText(employeeId),
      secret: readSecret(secret),
    };
    const missing = fields.filter((field) => clean[field] === '');
    if (missing.length > 0) {
      showFaults(form, Object.fromEntries(missing.map((field) => [field, missingKeys[field]])));
      return;
    }
    setIsBusy(true);
    setFaults({});
    const ended = signIn(clean, again?.owner ?? null).then((end) => faultOf(end, again === null));
    const fault = await ended.catch(storageFaultOf);
    setIsBusy(false);
    if (fault !== null) showFaults(form, { [fieldsAtFault[fault] ?? 'all']: fault });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isBusy) void tryIt(event.currentTarget);
  };
  const change = (field: Field, value: string) => {
    setEntry({ ...entry, [field]: value });
    setFaults({ ...faults, [field]: undefined });
  };
  return { entry, change, isBusy, faults, submit };
}

const nameOf = (again: Session | null): string =>
  again === null ? '' : `${again.guard.firstName} ${again.guard.lastName}`.trim();

export function SignInPage(props: SignInProps) {
  const { phone, again, notice, onLater } = props;
  const entry = useSignIn(props);
  // Anyone who signs in again has no field for the company.
  const fault = entry.faults.all ?? (again === null ? undefined : entry.faults.company);
  return (
    <form onSubmit={entry.submit} noValidate>
      <Screen
        title={t('signIn.title')}
        mark={<img className={styles.mark} src="icon-192.png" alt="" />}
        actions={
          <>
            {fault !== undefined && (
              <Notice tone="missed" isUpdate>
                {t(fault, { name: nameOf(again) })}
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
  entry: { entry, change, faults },
  again,
}: {
  readonly entry: ReturnType<typeof useSignIn>;
  readonly again: Session | null;
}) {
  const plain = { autoCorrect: 'off', spellCheck: false };
  const shared = (field: Field) => ({
    label: t(`signIn.${field}`),
    fault: faults[field] && t(faults[field]),
    name: inputNames[field],
    value: entry[field],
    onChange: ({ target }: ChangeEvent<HTMLInputElement>) => change(field, target.value),
  });
  return (
    <>
      {again === null ? (
        <TextField {...plain} {...shared('company')} autoCapitalize="none" />
      ) : (
        <p>
          <strong>{nameOf(again)}</strong>
          <span className={controls.quiet}>{again.company}</span>
        </p>
      )}
      <TextField
        {...plain}
        {...shared('employeeId')}
        hint={again === null ? undefined : t('signIn.idHint')}
        autoComplete="username"
        autoCapitalize="characters"
      />
      <SecretField {...shared('secret')} />
    </>
  );
}

function SecretField(field: ComponentProps<typeof TextField>) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? IconEyeOff : IconEye;
  return (
    <TextField
      {...field}
      type={isShown ? 'text' : 'password'}
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
