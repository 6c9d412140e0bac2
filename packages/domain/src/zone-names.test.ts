import { describe, expect, it } from 'vitest';
import { currentZoneName, zoneChoices } from './zone-names.ts';

const ownNameOf = (timeZone: string) =>
  new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
const zones = Intl.supportedValuesOf('timeZone');

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
