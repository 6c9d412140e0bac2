// What the profile form knows and does (PROF-01 to PROF-04).
import { useEffect, useRef, useState } from 'react';
import type { ProfileField } from '@watchpost/contract/profile';
import type { UserDetails } from '@watchpost/contract/session';
import { defaultCountryCode, messageDisplayMs, profileCloseDelayMs } from '@watchpost/domain/limits';
import { ApiError } from '../../lib/api-error.ts';
import { isConfirmFirst } from '../../lib/confirm-password-dialog.tsx';
import { session } from '../../lib/current-session.ts';
import { t, translate } from '../../lib/labels.ts';
import { uploadPhoto } from '../../lib/photo/upload-photo.ts';
import { useAskedClosing } from '../../records/use-dialog-draft.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { saveProfile } from './profile.api.ts';
import {
  errorsOf,
  isProfileField,
  type ProfileErrors,
  type ProfileValues,
  valuesOf,
} from './profile-form.ts';
import { type ChosenPhoto, usePhoto } from '../../lib/photo/use-photo.ts';

const allFields: readonly ProfileField[] = ['firstName', 'lastName', 'email', 'phoneNumber', 'countryCode'];

/** Errors that the server found, forgotten after a while (API-04). */
function useServerErrors() {
  const [errors, setErrors] = useState<ProfileErrors>({});
  useEffect(() => {
    const timer = setTimeout(() => setErrors({}), messageDisplayMs);
    return () => clearTimeout(timer);
  }, [errors]);
  const show = (error: unknown) => {
    if (!(error instanceof ApiError) || error.status !== 400) return;
    const found = Object.entries(error.fields).filter(([name]) => isProfileField(name));
    setErrors(Object.fromEntries(found.map(([name, list]) => [name, list[0]?.message ?? ''])));
  };
  return { errors, showError: show };
}

/** Uploads a photo once, however often saving is tried. */
function useUploadOnce() {
  const uploaded = useRef<{ photo: ChosenPhoto; fileId: string }>(undefined);
  return async (photo: ChosenPhoto | undefined): Promise<string> => {
    if (photo === undefined) return '';
    if (uploaded.current?.photo !== photo) {
      uploaded.current = { photo, fileId: await uploadPhoto(photo.blob, photo.name) };
    }
    return uploaded.current.fileId;
  };
}

/** Photo first, then the texts; closes a moment after it succeeded (PROF-03). */
function useSaving(onClose: () => void, onFailure: (error: unknown) => void) {
  const [state, setState] = useState<'open' | 'saving' | 'saved'>('open');
  const [unconfirmed, setUnconfirmed] = useState<() => void>();
  const uploadOnce = useUploadOnce();
  useEffect(() => {
    if (state !== 'saved') return undefined;
    const timer = setTimeout(onClose, profileCloseDelayMs);
    return () => clearTimeout(timer);
  }, [state, onClose]);
  const save = async (texts: Partial<ProfileValues>, photo: ChosenPhoto | undefined): Promise<void> => {
    if (state !== 'open') return;
    setState('saving');
    try {
      const profileImage = await uploadOnce(photo);
      session.saveUser(await saveProfile({ ...texts, profileImage }));
      toasts.success({ text: t('profile.saved') });
      setState('saved');
    } catch (error) {
      setState('open');
      if (isConfirmFirst(error)) {
        setUnconfirmed(() => () => void save(texts, photo));
        return;
      }
      onFailure(error);
      const text = error instanceof Error ? translate(error.message) : '';
      toasts.error({ summary: t('error.summary'), text });
    }
  };
  return { save, isBusy: state !== 'open', unconfirmed, dismiss: () => setUnconfirmed(undefined) };
}

/** What is written, and whether that is what was stored when the form opened. */
function useWritten(user: UserDetails | undefined) {
  const [stored] = useState<ProfileValues>(() =>
    valuesOf(user, session.tenantConfig('defaultCountryCode') ?? defaultCountryCode),
  );
  const [values, setValues] = useState(stored);
  return {
    stored,
    values,
    isDirty: allFields.some((field) => values[field] !== stored[field]),
    write: (field: ProfileField, value: string) => setValues((now) => ({ ...now, [field]: value })),
  };
}

export function useProfile(onClose: () => void) {
  const [user] = useState(session.user);
  const isSubAdmin = user?.role === 'subAdmin';
  const { stored, values, isDirty, write } = useWritten(user);
  const [met, setMet] = useState<ReadonlySet<ProfileField>>(new Set());
  const photo = usePhoto();
  const server = useServerErrors();
  const errors = isSubAdmin ? {} : errorsOf(values, stored);
  const meet = (...fields: readonly ProfileField[]) => setMet((now) => new Set([...now, ...fields]));
  const saving = useSaving(onClose, server.showError);
  const close = useAskedClosing((isDirty || photo.chosen !== undefined) && !saving.isBusy, onClose);
  const save = async () => {
    meet(...allFields);
    if (Object.keys(errors).length === 0) await saving.save(isSubAdmin ? {} : values, photo.chosen);
  };
  const errorOf = (field: ProfileField) => {
    const key = server.errors[field] ?? (met.has(field) ? errors[field] : undefined);
    return key === undefined ? undefined : translate(key);
  };
  const change = (field: ProfileField, value: string) => {
    write(field, value);
    meet(field);
  };
  return {
    user,
    values,
    photo,
    isSubAdmin,
    isBusy: saving.isBusy,
    /** Saves what waits for the password. */
    unconfirmed: saving.unconfirmed,
    dismiss: saving.dismiss,
    /** For whoever wants to close it. */
    close,
    canSave: !isSubAdmin || photo.chosen !== undefined,
    save,
    change,
    fieldProps: (field: ProfileField) => ({
      name: field,
      value: values[field],
      isRequired: true,
      error: errorOf(field),
      onBlur: () => meet(field),
    }),
  };
}
