import { IconCamera } from '@tabler/icons-react';
import { t } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { FileButton } from '../../ui/actions/file-button.tsx';
import styles from './incidents.module.css';
import type { PhotoUploads } from './use-photo-uploads.ts';

interface PickerProps {
  readonly uploads: PhotoUploads;
  readonly isBusy: boolean;
  readonly onPick: (files: readonly File[]) => void;
}

/** A button that lets pictures be chosen, several at once, and what becomes of them. */
export function PhotoPicker({ uploads: { progress, problems, stop }, isBusy, onPick }: PickerProps) {
  return (
    <div className={styles.picker}>
      <FileButton
        label={t('incidents.addPhotos')}
        accept="image/jpeg,image/png,image/gif"
        isMultiple
        icon={<IconCamera size={16} aria-hidden />}
        isBusy={isBusy || progress !== null}
        onChoose={(_first, all) => onPick(all)}
      >
        {t('incidents.addPhotos')}
      </FileButton>
      <output>{progress !== null && t('incidents.uploading', { ...progress })}</output>
      {progress !== null && (
        <Button size="small" onClick={stop}>
          {t('incidents.stopUploading')}
        </Button>
      )}
      <p role="alert" className={styles.problems}>
        {problems.join('\n')}
      </p>
    </div>
  );
}
