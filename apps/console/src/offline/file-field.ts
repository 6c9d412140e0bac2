// A place to drop files on, which is a plain file field for whoever drops nothing.
import { el } from './elements.ts';

interface FileFieldProps {
  readonly label: string;
  readonly hint: string;
  /** Of what was chosen. */
  readonly names: readonly string[];
  readonly isMultiple: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

export function fileField({ label, hint, names, isMultiple, onFiles }: FileFieldProps): HTMLElement {
  const input = el('input', { type: 'file', ...(isMultiple ? { multiple: '' } : {}) });
  const hintId = `hint-${isMultiple ? 'many' : 'one'}`;
  input.setAttribute('aria-describedby', hintId);
  const shownNames = el('span', { class: 'names' }, names.join(', '));
  const chosen = (files: FileList | null | undefined) => {
    const list = [...(files ?? [])];
    const taken = isMultiple ? list : list.slice(0, 1);
    if (taken.length === 0) return;
    shownNames.textContent = taken.map(({ name }) => name).join(', ');
    onFiles(taken);
  };
  input.addEventListener('change', () => chosen(input.files));
  const field = el(
    'label',
    { class: 'drop' },
    el('strong', {}, label),
    input,
    el('span', { class: 'muted', id: hintId }, hint),
    shownNames,
  );
  const mark = (isOver: boolean) => field.classList.toggle('over', isOver);
  field.addEventListener('dragover', (event) => {
    event.preventDefault();
    mark(true);
  });
  field.addEventListener('dragleave', () => mark(false));
  field.addEventListener('drop', (event) => {
    event.preventDefault();
    mark(false);
    chosen(event.dataTransfer?.files);
  });
  return field;
}
