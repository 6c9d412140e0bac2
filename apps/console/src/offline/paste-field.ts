// A place to paste what came by mail.
import { el } from './elements.ts';

interface PasteFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly text: string;
  readonly onText: (text: string) => void;
}

export function pasteField({ label, hint, text, onText }: PasteFieldProps): HTMLElement {
  const area = el('textarea', {
    rows: '4',
    spellcheck: 'false',
    'aria-labelledby': 'label-paste',
    'aria-describedby': 'hint-paste',
  });
  area.value = text;
  area.addEventListener('input', () => onText(area.value));
  return el(
    'label',
    { class: 'drop paste' },
    el('strong', { id: 'label-paste' }, label),
    el('span', { class: 'muted', id: 'hint-paste' }, hint),
    area,
  );
}
