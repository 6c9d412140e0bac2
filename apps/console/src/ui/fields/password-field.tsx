import { IconEye, IconEyeOff } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { useState } from 'react';
import { IconButton } from '../actions/icon-button.tsx';
import { useUiLabels } from '../ui-labels.ts';
import { TextField } from './text-field.tsx';

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'trail'>;

/** Masked, with a button that shows and hides it. */
export function PasswordField(props: PasswordFieldProps) {
  const labels = useUiLabels();
  const [isShown, setIsShown] = useState(false);
  return (
    <TextField
      autoComplete="current-password"
      autoCapitalize="off"
      spellCheck={false}
      isCapped
      {...props}
      type={isShown ? 'text' : 'password'}
      trail={
        <IconButton
          size="small"
          label={isShown ? labels.hidePassword : labels.showPassword}
          icon={isShown ? <IconEyeOff size={18} /> : <IconEye size={18} />}
          disabled={props.disabled}
          onClick={() => setIsShown(!isShown)}
        />
      }
    />
  );
}
