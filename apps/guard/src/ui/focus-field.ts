/** Brought before the guard, clear of the bars above and below; of a group its first choice can be made at once. */
export function focusField(field: HTMLElement | null | undefined): void {
  const first = field?.matches('fieldset') === true ? field.querySelector('input') : field;
  first?.focus({ preventScroll: true });
  // The words above a group's choices are seen even where it is taller than the screen.
  field?.scrollIntoView({ block: first === field ? 'center' : 'start' });
}
