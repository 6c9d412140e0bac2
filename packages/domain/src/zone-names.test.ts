import { describe, expect, it, vi } from 'vitest';
import { currentZoneName, zoneChoices, zoneNameHere } from './zone-names.ts';

const ownNameOf = (timeZone: string) =>
  new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
const zones = Intl.supportedValuesOf('timeZone');

describe('a zone as this run time knows it', () => {
  it.each([...zones, 'UTC', 'asia/kolkata', 'Etc/GMT+5'])('[INPUT-03] %s is known', (zone) => {
    expect(zoneNameHere(zone)).not.toBeNull();
  });

  it.each([
    '',
    ' ',
    'Etc/Unknown',
    'etc/unknown',
    'Mars/Olympus',
    '+05:30',
    'Asia/Kolkata, UTC',
    'Asia/\u212Aolkata',
    'x'.repeat(5_000),
  ])('[INPUT-03] %j names none', (zone) => expect(zoneNameHere(zone)).toBeNull());

  it('[INPUT-03] goes by the name before where the run time is older than the new one', () => {
    const Known = Intl.DateTimeFormat;
    const refuseNewName = (...given: ConstructorParameters<typeof Known>) => {
      if (/^europe\/kyiv$/i.test(given[1]?.timeZone ?? '')) throw new RangeError('Invalid time zone');
      return new Known(...given);
    };
    const older = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function (...given) {
      return refuseNewName(...given);
    });
    expect([zoneNameHere('Europe/Kyiv'), zoneNameHere('Europe/Paris')]).toEqual([
      'Europe/Kiev',
      'Europe/Paris',
    ]);
    older.mockRestore();
  });
});

describe('the name of a zone', () => {
  it.each([
    ['Asia/Calcutta', 'Asia/Kolkata'],
    ['Asia/Katmandu', 'Asia/Kathmandu'],
    ['Europe/Kiev', 'Europe/Kyiv'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Europe/Paris', 'Europe/Paris'],
    ['UTC', 'UTC'],
  ])('of %s is %s', (zone, name) => expect(currentZoneName(zone)).toBe(name));

  it('is another name of the same zone, whatever the run time calls it', () => {
    expect(zones.filter((zone) => ownNameOf(currentZoneName(zone)) !== ownNameOf(zone))).toEqual([]);
  });

  it('is offered once, in order, with the one that was chosen before', () => {
    const offered = zoneChoices('Asia/Kolkata');
    expect(offered[0]).toBe('Asia/Kolkata');
    expect(offered).not.toContain('Asia/Calcutta');
    expect(new Set(offered.map(ownNameOf)).size).toBe(offered.length);
    expect(offered.slice(1)).toEqual(offered.slice(1).toSorted());
    expect(zoneChoices('Asia/Calcutta')).toEqual(expect.arrayContaining(['Asia/Calcutta', 'Asia/Kolkata']));
  });
});
