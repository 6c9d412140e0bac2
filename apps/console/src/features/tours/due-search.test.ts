import { describe, expect, it } from 'vitest';
import { viewerZone } from '../../lib/viewer-zone.ts';
import { linkedZone, readDueSearch } from './due-search.ts';

const zoneOf = (raw: Record<string, string>) => linkedZone(readDueSearch(raw));

describe('the zone of due rounds', () => {
  it.each<[Record<string, string>]>([
    [{ day: '2026-03-05' }],
    [{ from: '2026-03-05', to: '2026-03-06' }],
    [{ day: '2026-03-05', zone: 'Mars/Olympus' }],
  ])('[REP-13] is in the address of %j', (raw) => {
    expect(zoneOf(raw)).toBe(viewerZone());
    expect(zoneOf({ ...raw, zone: 'site' })).toBe('site');
    expect(zoneOf({ ...raw, zone: 'America/Lima' })).toBe('America/Lima');
  });

  it.each<[Record<string, string>]>([[{}], [{ day: '2026-02-30' }], [{ from: '2026-03-05' }]])(
    '[REP-13] is left out of the address of %j',
    (raw) => {
      expect(zoneOf(raw)).toBeUndefined();
    },
  );
});
