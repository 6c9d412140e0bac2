import { IconPhoto } from '@tabler/icons-react';
import { useRef } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import { t } from '../labels.ts';

interface FileButtonProps {
  readonly size?: 'medium' | 'small';
  readonly onChoose: (file: File) => void;
}

/** Asks for the picture of a logo. */
export function LogoFileButton({ size = 'medium', onChoose }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size={size} icon={<IconPhoto size={18} aria-hidden />} onClick={() => input.current?.click()}>
        {t('logo.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".jpeg,.jpg,.png"
        aria-label={t('logo.title')}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // Choosing the same file again is a change too.
          event.target.value = '';
          if (file !== undefined) onChoose(file);
        }}
      />
    </>
  );
}
