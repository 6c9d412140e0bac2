// A place to drop files on, which is a plain file field for whoever drops nothing.
import { el } from './elements.ts';

interface FileFieldProps {
  readonly label: string;
  readonly hint: string;
  /** On what looks like the button. */
  readonly pick: string;
  /** Of what was chosen. */
  readonly names: readonly string[];
  readonly isMultiple: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

export function fileField({ label, hint, pick, names, isMultiple, onFiles }: FileFieldProps): HTMLElement {
  const id = isMultiple ? 'many' : 'one';
  const input = el('input', {
    type: 'file',
    'aria-labelledby': `label-${id}`,
    'aria-describedby': `hint-${id} names-${id}`,
    ...(isMultiple ? { multiple: '' } : {}),
  });
  const shownNames = el('span', { class: 'names', id: `names-${id}` }, names.join(', '));
  const chosen = (files: FileList | null | undefined) => {
    const list = [...(files ?? [])];
    const taken = isMultiple ? list : list.slice(0, 1);
    if (taken.length === 0) return;
    shownNames.textContent = taken.map(({ name }) => name).join(', ');
    onFiles(taken);
  };
  // The same file, mended in the meantime, would be no change.
  input.addEventListener('click', () => {
    input.value = '';
  });
  input.addEventListener('change', () => chosen(input.files));
  const field = el(
    'label',
    { class: 'drop' },
    el('strong', { id: `label-${id}` }, label),
    el('span', { class: 'muted', id: `hint-${id}` }, hint),
    el(
      'span',
      { class: 'chosen' },
      input,
      el('span', { class: 'pick', 'aria-hidden': 'true' }, pick),
      shownNames,
    ),
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
