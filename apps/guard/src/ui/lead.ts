/** Brought before the guard, clear of the bars above and below; of a group its first choice can be made at once. */
export function lead(field: HTMLElement | null | undefined): void {
  const first = field?.matches('fieldset') === true ? field.querySelector('input') : field;
  first?.focus({ preventScroll: true });
  field?.scrollIntoView({ block: 'center' });
}
