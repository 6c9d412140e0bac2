// What changed between two texts, paragraph by paragraph, for anyone who has to decide between them. Pure.

export interface TextChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

const blockEnd = /<\/(?:p|h[1-4]|li|blockquote|pre)>|<(?:br|hr)[^>]*>/gi;
const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** The paragraphs of rich text as plain text, empty ones left out. */
export function paragraphsOf(html: string): string[] {
  return html
    .replaceAll(blockEnd, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(amp|lt|gt|quot|nbsp);/g, (_whole, name: string) => entities[name] ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Lines of `lines` that `others` has no counterpart of; a line that stands twice needs two. */
function missingFrom(others: readonly string[], lines: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const count = left.get(line) ?? 0;
    left.set(line, count - 1);
    return count <= 0;
  });
}

export function changesBetween(before: string, after: string): TextChanges {
  const [old, now] = [paragraphsOf(before), paragraphsOf(after)];
  return { added: missingFrom(old, now), removed: missingFrom(now, old) };
}
