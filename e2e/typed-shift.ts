// A shift that is driven as fast as the app takes it, each scan by a code of its own, so that what was promised can be told.
import type { GuardPhone } from './guard-phone.ts';
import { kindOf, type PhoneRecord } from './guard-records.ts';
import { expect } from './journey.ts';

const codeOf = (number: number) => `SHIFT${String(number).padStart(5, '0')}`;
const promisedPattern = /^promised (\d+)$/;

export class TypedShift {
  readonly #phone: GuardPhone;
  /** Scans of which the screen said that they are recorded. */
  readonly #promised: Set<number>;
  #next: number;

  constructor(phone: GuardPhone, promised = new Set<number>(), next = 0) {
    this.#phone = phone;
    this.#promised = promised;
    this.#next = next;
    phone.page.on('console', (message) => {
      const number = promisedPattern.exec(message.text())?.[1];
      if (number !== undefined) promised.add(Number(number));
    });
  }

  /** Scans that were tried. */
  get made(): number {
    return this.#next;
  }

  /** The same shift on the phone that was opened again. */
  afterKill(): TypedShift {
    return new TypedShift(this.#phone, this.#promised, this.#next);
  }

  async begin(): Promise<void> {
    const { page } = this.#phone;
    await page.locator('section', { hasText: 'Start duty at' }).getByRole('button').first().click();
    await page.getByRole('region', { name: 'Routes' }).getByRole('button').first().click();
    await expect(page.getByText(/^0 of \d+ scanned$/)).toBeVisible();
  }

  async scan(count: number): Promise<void> {
    const first = this.#next;
    this.#next += count;
    await this.#phone.page.evaluate(typeScans, { first, count, codes: this.#codes(first, count) });
  }

  /** The same in two tabs at once, each taking turns as it can. */
  async scanInTabs(count: number): Promise<void> {
    const { page } = this.#phone;
    const other = await page.context().newPage();
    await other.goto(page.url());
    const tabs = [page, other];
    await Promise.all(
      tabs.map((tab) => {
        const first = this.#next;
        this.#next += count;
        return tab.evaluate(typeScans, { first, count, codes: this.#codes(first, count) });
      }),
    );
    await other.close();
  }

  /** Kills the phone after so many of the scans that it is about to make. */
  async scanAndKill(count: number): Promise<void> {
    const before = this.#promised.size;
    const more = count + 20;
    const first = this.#next;
    this.#next += more;
    const driven = this.#phone.page
      .evaluate(typeScans, { first, count: more, codes: this.#codes(first, more) })
      .catch(() => {});
    await expect.poll(() => this.#promised.size, { intervals: [10] }).toBeGreaterThanOrEqual(before + count);
    await this.#phone.kill();
    await driven;
  }

  #codes(first: number, count: number): string[] {
    return Array.from({ length: count }, (_, index) => codeOf(first + index));
  }

  /** Until the browser takes it, which passes over a change of address right after so many by scans. */
  async #goTo(hash: string): Promise<void> {
    const change = (value: string) => {
      if (window.location.hash !== value) window.location.hash = value;
      return window.location.hash;
    };
    await expect.poll(() => this.#phone.page.evaluate(change, hash)).toBe(hash);
  }

  /** Reports an incident with photos. */
  async report(photos: number): Promise<void> {
    const { page } = this.#phone;
    await this.#goTo('#/incident');
    await page.getByText('Damage', { exact: true }).click();
    const files = Array.from({ length: photos }, () => 'apps/guard/public/icon-512.png');
    await page.locator('input[type=file]').setInputFiles(files);
    await expect(page.getByRole('img')).toHaveCount(photos);
    await page.getByRole('button', { name: 'Report', exact: true }).click();
    await expect(page.getByText(/^Report (?:stored on this phone|sent)$/)).toBeVisible();
    await this.#goTo('#/round');
  }

  async end(): Promise<void> {
    const { page } = this.#phone;
    await this.#goTo('#/end');
    await page.getByRole('button', { name: /^End/ }).click();
    await expect(page.getByText('Walked in this duty')).toBeVisible();
  }

  /** Whatever the screen promised is on the phone, once; and nothing that nobody scanned. */
  expectKept(records: readonly PhoneRecord[]): void {
    const scans = records.filter((record) => kindOf(record) === 'checkpointScanned');
    const codes = scans.map(({ entry }) => entry.event?.code ?? '');
    expect(new Set(codes).size).toBe(codes.length);
    const known = new Set(this.#codes(0, this.#next));
    expect(codes.filter((code) => !known.has(code))).toEqual([]);
    const stored = new Set(codes);
    expect([...this.#promised].filter((number) => !stored.has(codeOf(number)))).toEqual([]);
    expect(this.#promised.size).toBeGreaterThan(0);
  }
}

/** Runs in the page: presses what a guard would press, and says in the console what the screen has promised. */
async function typeScans({
  first,
  count,
  codes,
}: {
  first: number;
  count: number;
  codes: string[];
}): Promise<void> {
  const seen = async <T>(look: () => T | null | undefined): Promise<T> => {
    for (let tries = 0; tries < 3_000; tries += 1) {
      const found = look();
      if (found !== null && found !== undefined) return found;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    throw new Error(`not seen: ${document.body.textContent}`);
  };
  // Browsers take 200 changes of an address in ten seconds and pass over more, which no guard makes.
  const goTo = (hash: string): boolean => {
    if (window.location.hash !== hash) window.location.hash = hash;
    return window.location.hash === hash;
  };
  /** Where it hangs must be said once the order leaves it open. */
  const isPlaced = () => {
    const chosen = document.querySelector('form input[type=radio]:checked');
    if (chosen === null) document.querySelector<HTMLInputElement>('form input[type=radio]')?.click();
    return chosen;
  };
  const setValue = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  for (let index = 0; index < count; index += 1) {
    await seen(() => (goTo('#/round') ? document.querySelector('progress') : null));
    const input = await seen(() =>
      goTo('#/type') ? document.querySelector<HTMLInputElement>('form input:not([type=radio])') : null,
    );
    setValue?.call(input, codes[index]);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    await seen(isPlaced);
    const submit = await seen(() => document.querySelector<HTMLButtonElement>('form button[type=submit]'));
    submit.click();
    await seen(() => (document.querySelector('output strong') === null ? null : true));
    console.log(`promised ${first + index}`);
  }
  window.location.hash = '#/round';
}
