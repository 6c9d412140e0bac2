import { beforeEach, expect, test, vi } from 'vitest';

/** What the browser answers when it is asked for its zone. */
let answer: string | undefined;
const ask = Intl.DateTimeFormat.prototype.resolvedOptions;

beforeEach(() => {
  vi.resetModules();
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockImplementation(function (
    this: Intl.DateTimeFormat,
  ) {
    return { ...ask.call(this), timeZone: answer as string };
  });
});

/** The module as a page loads it, in a browser that answers so. */
async function loadedWith(zone: string | undefined, companyZone?: string) {
  answer = zone;
  const loaded = await import('./viewer-zone.ts');
  loaded.takeCompanyZone(() => companyZone);
  return loaded;
}

test.each([
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['UTC', 'UTC'],
])('[INPUT-01] a browser in %s goes by its own zone, %s', async (zone, shown) => {
  const { viewerZone, zoneStandIn } = await loadedWith(zone, 'Europe/Paris');
  expect([viewerZone(), zoneStandIn()]).toEqual([shown, null]);
});

test.each(['Etc/Unknown', '', undefined, 'Mars/Olympus', 'GMT+0530 (IST)'])(
  '[INPUT-01] a browser that answers %j goes by the zone of the company, which is named',
  async (zone) => {
    const { viewerZone, zoneStandIn } = await loadedWith(zone, 'Europe/Paris');
    expect([viewerZone(), zoneStandIn()]).toEqual(['Europe/Paris', { unknown: '', zone: 'Europe/Paris' }]);
  },
);

test.each([
  [undefined, 'Asia/Kolkata'],
  ['', 'Asia/Kolkata'],
  ['Mars/Olympus', 'UTC'],
])('[INPUT-01] where the company chose %j, a nameless zone is %s', async (chosen, shown) => {
  const { viewerZone } = await loadedWith('Etc/Unknown', chosen);
  expect(viewerZone()).toBe(shown);
});

test('[INPUT-01] a zone that the server does not know gives way to the one that the server goes by, once', async () => {
  const { viewerZone, zoneStandIn, takeStandIn, onStandIn } = await loadedWith('Asia/Kathmandu');
  const listener = vi.fn<() => void>();
  onStandIn(listener);
  expect(viewerZone()).toBe('Asia/Kathmandu');
  takeStandIn('Asia/Kolkata');
  takeStandIn('Asia/Kolkata');
  expect(listener).toHaveBeenCalledTimes(1);
  expect(zoneStandIn()).toEqual({ unknown: 'Asia/Kathmandu', zone: 'Asia/Kolkata' });
});
