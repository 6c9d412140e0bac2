import { IconPhoto } from '@tabler/icons-react';
import { FileButton } from '../../ui/actions/file-button.tsx';
import { t } from '../labels.ts';

interface FileButtonProps {
  readonly size?: 'medium' | 'small';
  readonly onChoose: (file: File) => void;
}

/** Asks for the picture of a logo. */
export function LogoFileButton({ size = 'medium', onChoose }: FileButtonProps) {
  return (
    <FileButton
      label={t('logo.title')}
      accept=".jpeg,.jpg,.png"
      size={size}
      icon={<IconPhoto size={18} aria-hidden />}
      onChoose={onChoose}
    >
      {t('logo.choose')}
    </FileButton>
  );
}
