import { IconPhoto } from '@tabler/icons-react';
import { t, translate } from '../labels.ts';
import { ProfilePhoto } from '../profile-photo.tsx';
import { FileButton } from '../../ui/actions/file-button.tsx';
import styles from './photo.module.css';
import type { PhotoDraft } from './use-photo.ts';

interface PhotoFieldProps {
  readonly stored: string;
  readonly photo: PhotoDraft;
  /** While no other can be chosen. */
  readonly isBusy?: boolean;
}

/** The photo as it is or will be, and a way to choose another. */
export function PhotoField({ stored, photo, isBusy = false }: PhotoFieldProps) {
  return (
    <div className={styles.photo}>
      <span className={styles.picture}>
        <ProfilePhoto image={photo.chosen?.address ?? stored} size="250" />
      </span>
      <div className={styles.choice}>
        <FileButton
          label={t('profile.photo')}
          accept=".jpeg,.jpg,.png"
          icon={<IconPhoto size={18} aria-hidden />}
          isBusy={isBusy}
          onChoose={(file) => void photo.choose(file)}
        >
          {t('profile.choosePhoto')}
        </FileButton>
        <p className={styles.hint}>{t(photo.chosen ? 'profile.photoChosen' : 'profile.photoRule')}</p>
        <p role="alert" className={styles.error}>
          {photo.refusal !== undefined && translate(photo.refusal)}
        </p>
      </div>
    </div>
  );
}
