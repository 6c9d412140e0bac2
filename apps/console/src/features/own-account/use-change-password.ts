import { changePasswordInputCap, passwordCloseDelayMs, passwordMaxLength } from '@watchpost/domain/limits';
import { type FocusEvent, useEffect, useRef, useState } from 'react';
import { withLoader } from '../../lib/app-events.ts';
import { session } from '../../lib/current-session.ts';
import { failureTexts, type FormMessageContent } from '../../lib/form-message.tsx';
import { t, translate } from '../../lib/labels.ts';
import { confirmError, passwordError } from '../../lib/password-rules.ts';
import { isLeft } from '../../ui/fields/use-left.ts';
import { saveOwnPassword } from './own-account.api.ts';

type Field = 'old' | 'new' | 'confirm';
type Values = Readonly<Record<Field, string>>;

/** Where the tenant allows longer passwords the input lets them be typed; else it stops at its own cap (CHPW-03). */
function limits(): { max: number; cap: number } {
  const set = Number(session.tenantConfig('passwordMaxLength') ?? passwordMaxLength);
  const max = Number.isInteger(set) && set > passwordMaxLength ? set : passwordMaxLength;
  return { max, cap: max === passwordMaxLength ? changePasswordInputCap : max };
}

function errorsOf(values: Values, max: number): Record<Field, string | undefined> {
  return {
    old: passwordError(values.old, 'error_old_password_required', max),
    new: passwordError(values.new, 'error_new_password_required', max),
    confirm: confirmError(values.new, values.confirm, max),
  };
}

/** What the message area says of the two new passwords, once there is something to compare (CHPW-04). */
function comparison({ new: password, confirm }: Values): FormMessageContent | undefined {
  if (confirm === '') return undefined;
  if (confirm === password) return { isError: false, texts: [t('passwords.match')] };
  return { isError: true, texts: [t('error_new_confirm_password_not_match')] };
}

/** Made here, of the two passwords. */
const isComparison = ({ texts }: FormMessageContent): boolean =>
  texts[0] === t('passwords.match') || texts[0] === t('error_new_confirm_password_not_match');

/** Closes a while after it is done, so that the success can be read. */
function useClosing(isDone: boolean, onClose: () => void): void {
  useEffect(() => {
    if (!isDone) return undefined;
    const timer = setTimeout(onClose, passwordCloseDelayMs);
    return () => clearTimeout(timer);
  }, [isDone, onClose]);
}

/** What the message area says: of the two new passwords, or what the server said since they were compared. */
function useComparison(values: Values, isDone: boolean) {
  const [message, setMessage] = useState<FormMessageContent>();
  const compared = useRef('');
  return {
    message,
    setMessage,
    compare: (field: Field) => {
      const pair = `${values.new} ${values.confirm}`;
      // What was compared before is old news beside what the server said since.
      if (field === 'old' || isDone || values.confirm === '' || compared.current === pair) return;
      compared.current = pair;
      setMessage(comparison(values));
    },
    /** There is nothing to compare any more. What the server said since stays. */
    forgetComparison: () => {
      compared.current = '';
      setMessage((message) => (message !== undefined && isComparison(message) ? undefined : message));
    },
  };
}

export function useChangePassword(onClose: () => void) {
  const { max, cap } = limits();
  const [values, setValues] = useState<Values>({ old: '', new: '', confirm: '' });
  const [met, setMet] = useState<ReadonlySet<Field>>(new Set());
  const [isDone, setIsDone] = useState(false);
  useClosing(isDone, onClose);
  const errors = errorsOf(values, max);
  const { message, setMessage, compare, forgetComparison } = useComparison(values, isDone);
  const meet = (field: Field) => setMet((now) => new Set([...now, field]));
  const fieldProps = (field: Field) => ({
    value: values[field],
    maxLength: field === 'old' ? max : cap,
    autoComplete: field === 'old' ? 'current-password' : 'new-password',
    isRequired: true,
    disabled: isDone,
    // The mismatch stands in the message area.
    error:
      met.has(field) && errors[field] !== undefined && !errors[field].endsWith('_not_match')
        ? translate(errors[field])
        : undefined,
    onChange: (event: { target: { value: string } }) => {
      const { value } = event.target;
      setValues((now) => ({ ...now, [field]: value }));
      meet(field);
      if (field === 'confirm' && value === '') forgetComparison();
    },
    onKeyUp: () => compare(field),
    onBlur: (event: FocusEvent) => {
      if (isLeft(event)) meet(field);
      compare(field);
    },
  });
  const canSave = !isDone && Object.values(errors).every((error) => error === undefined);
  const save = async () => {
    if (!canSave) return;
    try {
      const { general } = await withLoader(() => saveOwnPassword(values.old, values.new));
      setMessage({ isError: false, texts: general.map((each) => translate(each.message)) });
      setIsDone(true);
    } catch (error) {
      setMessage({ isError: true, texts: failureTexts(error) });
    }
  };
  return { fieldProps, message, maxLength: Math.min(max, cap), save, canSave };
}
