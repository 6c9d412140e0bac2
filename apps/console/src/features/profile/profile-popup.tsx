// The profile popup of the profile menu: over the page, which stays usable behind it (PROF-01).
import type { ChangeEvent } from 'react';
import type { ProfileField } from '@watchpost/contract/profile';
import { profileNameMaxLength, profilePhoneLength, usernameMaxLength } from '@watchpost/domain/limits';
import { currentLocale, t } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Popup } from '../../ui/overlays/modal.tsx';
import { callingCodeOptions } from '../../lib/calling-codes.ts';
import { ConfirmPasswordDialog } from '../../lib/confirm-password-dialog.tsx';
import { PhotoCrop } from '../../lib/photo/photo-crop.tsx';
import { PhotoField } from '../../lib/photo/photo-field.tsx';
import styles from './profile.module.css';
import { useProfile } from './use-profile.ts';

type Profile = ReturnType<typeof useProfile>;

function Fields({ profile }: { profile: Profile }) {
  const { values, isSubAdmin, fieldProps, change } = profile;
  const text = (field: ProfileField) => ({
    ...fieldProps(field),
    label: t(`profile.${field}`),
    readOnly: isSubAdmin,
    onChange: (event: ChangeEvent<HTMLInputElement>) => change(field, event.target.value),
  });
  return (
    <div className={styles.form}>
      <PhotoField stored={profile.user?.profileImage ?? ''} photo={profile.photo} />
      {isSubAdmin && <p className={`${styles.hint} ${styles.wide}`}>{t('profile.onlyPhoto')}</p>}
      <TextField {...text('firstName')} autoComplete="given-name" isCapped maxLength={profileNameMaxLength} />
      <TextField {...text('lastName')} autoComplete="family-name" isCapped maxLength={profileNameMaxLength} />
      <TextField
        {...text('email')}
        className={styles.wide}
        type="email"
        inputMode="email"
        autoComplete="email"
        isCapped
        maxLength={usernameMaxLength}
      />
      <SelectField
        {...fieldProps('countryCode')}
        label={t('profile.countryCode')}
        options={callingCodeOptions(currentLocale(), values.countryCode)}
        disabled={isSubAdmin}
        onValueChange={(value) => change('countryCode', value)}
      />
      <TextField
        {...text('phoneNumber')}
        inputMode="numeric"
        autoComplete="tel-national"
        isCapped
        maxLength={profilePhoneLength}
      />
    </div>
  );
}

export function ProfilePopup({ onClose }: { onClose: () => void }) {
  const profile = useProfile(onClose);
  const { photo, unconfirmed, dismiss } = profile;
  return (
    <>
      <Popup
        isOpen
        onClose={profile.close}
        title={t('profile.title')}
        width={560}
        onSubmit={() => void profile.save()}
        footer={
          <>
            <Button onClick={profile.close}>{t('profile.cancel')}</Button>
            <Button type="submit" variant="primary" isBusy={profile.isBusy} disabled={!profile.canSave}>
              {t('profile.save')}
            </Button>
          </>
        }
      >
        <Fields profile={profile} />
      </Popup>
      {photo.uncut !== undefined && (
        <PhotoCrop picture={photo.uncut} onUse={(crop) => void photo.crop(crop)} onBack={photo.leave} />
      )}
      {unconfirmed !== undefined && (
        <ConfirmPasswordDialog
          onClose={dismiss}
          onConfirmed={() => {
            dismiss();
            unconfirmed();
          }}
        />
      )}
    </>
  );
}
