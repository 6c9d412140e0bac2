// A phone whose clock somebody sets, or that forgot the time with its battery: pages of it tell another time than the world.
import type { Page } from '@playwright/test';

const storedAs = 'clock error of this journey';

/** Before the first page: from then on the clock goes as setClock() says last, in all that is opened. */
export async function installClock(page: Page): Promise<void> {
  await page.addInitScript((name) => {
    const Right = Date;
    const errorMs = () => Number(localStorage.getItem(name) ?? 0);
    const now = () => Right.now() + errorMs();
    window.Date = new Proxy(Right, {
      construct: (_target, given, made) =>
        Reflect.construct(Right, given.length === 0 ? [now()] : given, made),
      apply: () => new Right(now()).toString(),
      get: (target, member) => (member === 'now' ? now : Reflect.get(target, member)),
    });
  }, storedAs);
}

/** The phone's clock is ahead by so much from now on; below 0 it is behind. */
export const setClock = (page: Page, errorMs: number): Promise<void> =>
  page.evaluate(([name, ms]) => localStorage.setItem(name, String(ms)), [storedAs, errorMs] as const);
