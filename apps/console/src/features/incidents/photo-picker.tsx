import { IconCamera } from '@tabler/icons-react';
import { t } from '../../lib/labels.ts';
import { FileButton } from '../../ui/actions/file-button.tsx';

interface PickerProps {
  readonly isBusy: boolean;
  readonly onPick: (files: readonly File[]) => void;
}

/** A button that lets pictures be chosen, several at once. */
export function PhotoPicker({ isBusy, onPick }: PickerProps) {
  return (
    <FileButton
      label={t('incidents.addPhotos')}
      accept="image/jpeg,image/png,image/gif"
      isMultiple
      icon={<IconCamera size={16} aria-hidden />}
      isBusy={isBusy}
      onChoose={(_first, all) => onPick(all)}
    >
      {t('incidents.addPhotos')}
    </FileButton>
  );
}
