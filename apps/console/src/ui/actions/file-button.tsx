import { type ComponentProps, useRef } from 'react';
import { Button } from './button.tsx';

interface FileButtonProps extends Omit<ComponentProps<typeof Button>, 'onClick'> {
  /** Name of what is asked for. */
  readonly label: string;
  /** As the attribute of an input has it: endings or media types. */
  readonly accept: string;
  readonly isMultiple?: boolean;
  /** Not called when nothing was chosen. */
  readonly onChoose: (file: File, all: readonly File[]) => void;
}

/** A button that asks for files of the device. */
export function FileButton({ label, accept, isMultiple = false, onChoose, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()} />
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={isMultiple}
        aria-label={label}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // Choosing the same file again is a change too.
          target.value = '';
          const [file] = files;
          if (file !== undefined) onChoose(file, files);
        }}
      />
    </>
  );
}
