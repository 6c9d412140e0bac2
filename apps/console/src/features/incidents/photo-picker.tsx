import { IconCamera } from '@tabler/icons-react';
import { useId, useRef } from 'react';
import { t } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';

interface PickerProps {
  readonly isBusy: boolean;
  readonly onPick: (files: readonly File[]) => void;
}

/** A button that lets pictures be chosen, several at once. */
export function PhotoPicker({ isBusy, onPick }: PickerProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        id={id}
        type="file"
        accept="image/jpeg,image/png,image/gif"
        multiple
        hidden
        aria-label={t('incidents.addPhotos')}
        onChange={({ target }) => {
          onPick([...(target.files ?? [])]);
          target.value = '';
        }}
      />
      <Button
        icon={<IconCamera size={16} aria-hidden />}
        isBusy={isBusy}
        onClick={() => input.current?.click()}
      >
        {t('incidents.addPhotos')}
      </Button>
    </>
  );
}
