/** Degrees as somebody writes them, with point or comma; NaN unless the text is a number. */
export function degreesOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text.trim().replace(',', '.'));
}
