import { IconPhoto } from '@tabler/icons-react';
import { useRef } from 'react';
import { t, translate } from '../labels.ts';
import { ProfilePhoto } from '../profile-photo.tsx';
import { Button } from '../../ui/actions/button.tsx';
import styles from './photo.module.css';
import type { PhotoDraft } from './use-photo.ts';

/** The photo as it is or will be, and a way to choose another. */
export function PhotoField({ stored, photo }: { stored: string; photo: PhotoDraft }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.photo}>
      <span className={styles.picture}>
        <ProfilePhoto image={photo.chosen?.address ?? stored} size="250" />
      </span>
      <div className={styles.choice}>
        <Button icon={<IconPhoto size={18} />} onClick={() => input.current?.click()}>
          {t('profile.choosePhoto')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".jpeg,.jpg,.png"
          aria-label={t('profile.photo')}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            // Choosing the same file again is a change too.
            event.target.value = '';
            if (file !== undefined) void photo.choose(file);
          }}
        />
        <p className={styles.hint}>{t(photo.chosen ? 'profile.photoChosen' : 'profile.photoRule')}</p>
        <p role="alert" className={styles.error}>
          {photo.refusal !== undefined && translate(photo.refusal)}
        </p>
      </div>
    </div>
  );
}
