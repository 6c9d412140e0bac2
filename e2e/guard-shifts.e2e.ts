// Shifts with random kills and network cuts, drawn from a seed (FIELD-02): two short ones here; more and longer ones by
// SHIFT_RUNS=50 SHIFT_SCANS=400 SHIFT_PHOTOS=20 CHROMIUM_PATH=... npx playwright test e2e/guard-shifts.e2e.ts
import { expectAllStored } from './guard-records.ts';
import { GuardPhone } from './guard-phone.ts';
import { expect, test } from './journey.ts';
import { TypedShift } from './typed-shift.ts';
import { startWeatherProxy, weathers } from './weather-proxy.ts';
import { seededNumbers } from './seeded-numbers.ts';

const numberOf = (name: string, fallback: number) => Number(process.env[name] ?? fallback);
const runs = numberOf('SHIFT_RUNS', 2);
const scansMin = numberOf('SHIFT_SCANS', 24);
const photos = numberOf('SHIFT_PHOTOS', 2);
const firstSeed = numberOf('SHIFT_SEED', 1);
const photosOfReport = 10;
const perScanMs = 400;

for (let seed = firstSeed; seed < firstSeed + runs; seed += 1) {
  test(`[FIELD-02] the shift of seed ${seed} loses and doubles nothing`, async ({ request, baseURL }) => {
    test.setTimeout(120_000 + scansMin * perScanMs * 3);
    const draw = seededNumbers(seed);
    const below = (count: number) => Math.floor(draw() * count);
    const weather = await startWeatherProxy(baseURL);
    const phone = new GuardPhone(weather.url);
    try {
      await phone.open();
      await phone.signIn(`EMP0${20 + (seed % 20)}`);
      let shift = new TypedShift(phone);
      await shift.begin();
      let photosLeft = photos;
      // At least one kill each, and one more for each stretch that the seed says so.
      for (let part = 0; shift.made < scansMin || part < 2; part += 1) {
        weather.set(weathers[below(weathers.length)] ?? 'fine');
        await shift.scan(1 + below(Math.max(4, scansMin / 10)));
        const isReporting = photosLeft > 0 && draw() < 0.5;
        if (isReporting) {
          const count = Math.min(photosLeft, photosOfReport);
          photosLeft -= count;
          await shift.report(count);
        }
        if (part > 0 && draw() < 0.5) continue;
        await shift.scanAndKill(1 + below(4));
        await phone.open('#/round');
        shift = shift.afterKill();
      }
      for (; photosLeft > 0; photosLeft -= photosOfReport)
        await shift.report(Math.min(photosLeft, photosOfReport));
      await shift.end();
      weather.set('fine');
      await expect(phone.page.getByText('Everything is sent')).toBeVisible({ timeout: 90_000 });
      const records = await expectAllStored(phone.page, request);
      shift.expectKept(records);
      expect(records.filter(({ entry }) => entry.kind === 'photo').length).toBe(photos);
    } finally {
      await phone.throwAway();
      await weather.stop();
    }
  });
}
