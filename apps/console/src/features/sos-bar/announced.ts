/** Calls that this tab has told of, so that a bar which is drawn again in another layer does not tell of them again. */
const announced = new Map<string, number>();

/** A component that is made twice at once, as React does while developing, is still the first. */
const sameMs = 1_000;

export function isNews(id: string): boolean {
  const nowMs = performance.now();
  const firstMs = announced.get(id) ?? nowMs;
  announced.set(id, firstMs);
  return nowMs - firstMs < sameMs;
}
