/** Calls that this tab has announced: a bar that is drawn again in another layer does not announce them again. */
const announced = new Map<string, number>();

/** A component that is made twice at once, as React does while developing, is still the first. */
const sameMs = 1_000;

export function isFirstTime(id: string): boolean {
  const nowMs = performance.now();
  const firstMs = announced.get(id) ?? nowMs;
  announced.set(id, firstMs);
  return nowMs - firstMs < sameMs;
}
