import { describe, expect, it } from 'vitest';
import { mapSettings } from './map-settings.ts';

const read = (settings: Record<string, string>) => mapSettings((name) => settings[name] ?? '');
const attribution = { MAP_ATTRIBUTION: '© Mappers' };

describe('settings of maps', () => {
  it('are none at first', () => {
    expect(read({})).toEqual({ file: null, tilesUrl: null, satelliteUrl: null, attribution: null });
  });

  it('[MAP-02] take an archive, a tile server and satellite pictures', () => {
    const tiles = 'https://tiles.example.com/{z}/{x}/{y}.png?key=secret';
    expect(read({ MAP_FILE: '/srv/pune.pmtiles', MAP_TILES_URL: tiles, ...attribution })).toEqual({
      file: '/srv/pune.pmtiles',
      tilesUrl: tiles,
      satelliteUrl: null,
      attribution: '© Mappers',
    });
    const satellite = 'http://127.0.0.1:8081/{z}/{y}/{x}';
    expect(read({ MAP_SATELLITE_URL: satellite, ...attribution })).toMatchObject({ satelliteUrl: satellite });
  });

  it.each([
    ['lacks the zoom', 'https://tiles.example.com/{x}/{y}.png'],
    ['lacks the row', 'https://tiles.example.com/{z}/{x}.png'],
    ['is not encrypted', 'http://tiles.example.com/{z}/{x}/{y}.png'],
    ['is no address', 'tiles/{z}/{x}/{y}'],
    ['reads a file', 'file:///tiles/{z}/{x}/{y}.png'],
  ])('refuse a tile server whose address %s', (_why, url) => {
    expect(read({ MAP_TILES_URL: url, ...attribution })).toMatch(/^MAP_TILES_URL=.*must be https/);
    expect(read({ MAP_SATELLITE_URL: url, ...attribution })).toMatch(/^MAP_SATELLITE_URL=.*must be https/);
  });

  it('[MAP-01] ask who made the map of a tile server', () => {
    expect(read({ MAP_TILES_URL: 'https://tiles.example.com/{z}/{x}/{y}.png' })).toMatch(/^MAP_ATTRIBUTION/);
  });
});
