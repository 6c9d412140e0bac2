// The clock of this process as somebody sets it; it goes on from there.
const ownDate = globalThis.Date;

export const rightNow = (): number => ownDate.now();

/** By how many milliseconds it differs from the right one; 0 puts it right. */
export function setClock(byMs: number): void {
  if (byMs === 0) {
    globalThis.Date = ownDate;
    return;
  }
  globalThis.Date = class extends ownDate {
    constructor(...given: [] | [number | string]) {
      if (given.length === 0) super(ownDate.now() + byMs);
      else super(given[0]);
    }
    static override now = () => ownDate.now() + byMs;
  } as DateConstructor;
}
