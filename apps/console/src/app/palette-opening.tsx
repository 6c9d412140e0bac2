// The palette's text from the first key after it was asked for, while its code is still on its way.
import { useEffect, useEffectEvent, useState } from 'react';
import { openedPart } from '../lib/opened-part.tsx';

const CommandPalette = openedPart(async () => (await import('./command-palette.tsx')).CommandPalette);

interface PaletteOpeningProps {
  readonly onClose: () => void;
  readonly onShortcuts: () => void;
}

/** What the text becomes by a key; undefined for one that writes nothing. */
function textAfter(text: string, { key, ctrlKey, metaKey, altKey }: KeyboardEvent): string | undefined {
  if (ctrlKey || metaKey || altKey) return undefined;
  if (key === 'Backspace') return text.slice(0, -1);
  return key.length === 1 ? text + key : undefined;
}

/** Hears the keys before the page behind does, until there is a field that holds the focus. */
function useTypedAhead(text: string, onType: (text: string) => void, onClose: () => void): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (document.querySelector('dialog:modal') !== null) return;
    const next = textAfter(text, event);
    if (event.key === 'Escape') onClose();
    else if (next !== undefined) onType(next);
    else if (event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
  });
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', handleKey, true);
    return () => document.removeEventListener('keydown', handleKey, true);
  }, []);
}

export function PaletteOpening(props: PaletteOpeningProps) {
  const [text, setText] = useState('');
  useTypedAhead(text, setText, props.onClose);
  return <CommandPalette {...props} text={text} onType={setText} />;
}
