import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeArchive } from '../../platform/maps/archive-writer.ts';
import type { MapSettings } from '../../platform/maps/map-settings.ts';
import { openMaps } from '../../platform/maps/maps.ts';
import { TileServer } from '../../platform/maps/tile-server.ts';
import { type MadeTenant, makeTenant, makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { anyone, buildTestApp, type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  'base64',
);
const description = {
  minZoom: 0,
  maxZoom: 3,
  bounds: [70, 15, 75, 20] as const,
  name: 'Test',
  attribution: '<a href="https://example.com">&copy; Testers</a>',
};
const none: MapSettings = { file: null, tilesUrl: null, satelliteUrl: null, attribution: null };

let folder: string;
let server: TestApp;
let tenant: MadeTenant;
let tiles: http.Server;
let asked: string[] = [];
const problems: string[] = [];

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'watchpost-maps-'));
  const vector = makeArchive([{ z: 0, x: 0, y: 0, data: Buffer.alloc(9, 1) }], description);
  await fs.writeFile(path.join(folder, 'outlines.pmtiles'), vector);
  await fs.writeFile(path.join(folder, 'demo.pmtiles'), vector);
  await fs.writeFile(path.join(folder, 'cut.pmtiles'), vector.subarray(0, vector.length - 5));
  await fs.writeFile(path.join(folder, 'text.pmtiles'), 'not a map');
  const pictures = [{ z: 1, x: 1, y: 0, data: png }];
  await fs.writeFile(
    path.join(folder, 'pictures.pmtiles'),
    makeArchive(pictures, { ...description, tiles: 'png' }),
  );
  tiles = http.createServer((request, response) => {
    asked.push(request.url ?? '');
    if (request.url?.startsWith('/4/')) return response.writeHead(404).end();
    if (request.url?.startsWith('/5/'))
      return response.writeHead(200, { 'content-type': 'text/html' }).end('<p>no key');
    if (request.url?.startsWith('/6/')) return response.writeHead(500).end();
    if (request.url?.startsWith('/7/')) return undefined;
    return response.writeHead(200, { 'content-type': 'image/png' }).end(png);
  });
  await new Promise<void>((resolve) => tiles.listen(0, '127.0.0.1', resolve));
  server = await testApp();
  tenant = await makeTenant(server.owner);
});
afterAll(async () => {
  tiles.closeAllConnections();
  tiles.close();
  await fs.rm(folder, { recursive: true });
});

const template = () =>
  `http://127.0.0.1:${(tiles.address() as AddressInfo).port}/{z}/{x}/{y}.png?key=secret-1`;

async function callerWith(settings: Partial<MapSettings>, isDemo = false): Promise<Caller> {
  const onProblem = (sentence: string) => void problems.push(sentence);
  const maps = await openMaps({ ...none, ...settings }, { folder, isDemo, onProblem });
  const app = await buildTestApp(server.database, { maps });
  const { id } = await makeUser(server.owner, tenant);
  return browserOf({ app, owner: server.owner }, tenant, id);
}
const groundOf = async (by: Caller) => (await by('GET', '/secure/map')).json();
const inFolder = (name: string) => path.join(folder, name);

describe('[MAP-01] what maps are drawn from', () => {
  it('is outlines with a note where nothing is set up, and the made-up streets above them in the demo', async () => {
    const outlines = { source: 'outlines', kind: 'vector', maxZoom: 3, attribution: '© Testers' };
    expect(await groundOf(await callerWith({}))).toMatchObject({
      ground: [outlines],
      satellite: null,
      note: 'noStreets',
    });
    expect(await groundOf(await callerWith({}, true))).toMatchObject({
      ground: [outlines, { source: 'archive', bounds: [70, 15, 75, 20] }],
      note: 'none',
    });
  });

  it('is the operator’s archive, with the attribution that is in it or that is set', async () => {
    const file = inFolder('demo.pmtiles');
    expect((await groundOf(await callerWith({ file }, true))).ground[1]).toMatchObject({
      attribution: '© Testers',
    });
    const set = await groundOf(await callerWith({ file, attribution: '© City' }));
    expect(set.ground[1]).toMatchObject({ source: 'archive', kind: 'vector', attribution: '© City' });
    expect(set.note).toBe('none');
  });

  it.each([
    ['cut.pmtiles', 'the file ends before its tiles do'],
    ['text.pmtiles', 'this is not a PMTiles archive'],
    ['absent.pmtiles', 'there is no such file'],
  ])('is outlines where the archive is %s, and the operator reads why', async (name, why) => {
    problems.length = 0;
    const ground = await groundOf(await callerWith({ file: inFolder(name) }));
    expect(ground).toMatchObject({ ground: [{ source: 'outlines' }], note: 'fileUnreadable' });
    expect(problems.join()).toContain(why);
  });
});

describe('[MAP-01] an archive', () => {
  it('is sent whole, by a range from either end, and never beyond its end', async () => {
    const by = await callerWith({});
    const bytes = await fs.readFile(inFolder('outlines.pmtiles'));
    const get = (range?: string) =>
      by('GET', '/secure/map/outlines.pmtiles', { headers: range === undefined ? {} : { range } });
    const whole = await get();
    expect([whole.statusCode, whole.headers['accept-ranges']]).toEqual([200, 'bytes']);
    expect(whole.rawPayload).toEqual(bytes);
    const begin = await get('bytes=0-16383');
    expect([begin.statusCode, begin.headers['content-range']]).toEqual([
      206,
      `bytes 0-${bytes.length - 1}/${bytes.length}`,
    ]);
    expect((await get('bytes=10-19')).rawPayload).toEqual(bytes.subarray(10, 20));
    expect((await get('bytes=-7')).rawPayload).toEqual(bytes.subarray(-7));
    expect((await get('bytes=100-')).rawPayload).toEqual(bytes.subarray(100));
    expect((await get('bytes=5-2')).statusCode).toBe(200);
    expect((await get('lines=1-2')).statusCode).toBe(200);
    const beyond = await get(`bytes=${bytes.length}-`);
    expect([beyond.statusCode, beyond.json().general[0].code]).toEqual([416, 'rangeOutside']);
  });

  it('is for the signed-in alone, and is absent where none is set up', async () => {
    const by = await callerWith({});
    expect((await by('GET', '/secure/map/archive.pmtiles')).statusCode).toBe(404);
    expect((await by('GET', '/secure/map/other.pmtiles')).statusCode).toBe(400);
    for (const address of ['/secure/map', '/secure/map/outlines.pmtiles', '/secure/map/tiles/tiles/0/0/0'])
      expect((await anyone(server.app, tenant)('GET', address)).statusCode).toBe(401);
  });

  it('of pictures is read tile by tile', async () => {
    const by = await callerWith({ file: inFolder('pictures.pmtiles') });
    expect((await groundOf(by)).ground[1]).toMatchObject({ kind: 'picture', maxZoom: 3 });
    const tile = await by('GET', '/secure/map/tiles/archive/1/1/0');
    expect([tile.statusCode, tile.headers['content-type']]).toEqual([200, 'image/png']);
    expect(tile.rawPayload).toEqual(png);
    for (const address of ['1/0/0', '2/9/9', '3/1/1'])
      expect((await by('GET', `/secure/map/tiles/archive/${address}`)).statusCode).toBe(404);
    expect((await by('GET', '/secure/map/archive.pmtiles')).statusCode).toBe(404);
  });
});

describe('[MAP-02] a tile server', () => {
  it('is asked by the server, once for all who look, and its key stays there', async () => {
    const by = await callerWith({ tilesUrl: template(), satelliteUrl: template(), attribution: '© Mappers' });
    const ground = await by('GET', '/secure/map');
    expect(ground.json()).toMatchObject({
      ground: [{ source: 'outlines' }, { source: 'tiles', kind: 'picture', attribution: '© Mappers' }],
      satellite: { source: 'satellite' },
      note: 'none',
    });
    expect(ground.body).not.toContain('secret-1');
    asked = [];
    const replies = await Promise.all([1, 2, 3].map(() => by('GET', '/secure/map/tiles/tiles/3/2/1')));
    for (const reply of replies) expect(reply.rawPayload).toEqual(png);
    expect(JSON.stringify(replies[0]?.headers)).not.toContain('secret-1');
    expect(replies[0]?.headers['cache-control']).toBe('private, max-age=86400');
    expect(asked).toEqual(['/3/2/1.png?key=secret-1']);
  });

  it('that has no such tile, answers something else, or is down, leaves the outlines', async () => {
    const by = await callerWith({ tilesUrl: template(), attribution: '© Mappers' });
    const codeOf = async (address: string) => {
      const reply = await by('GET', `/secure/map/tiles/${address}`);
      return [reply.statusCode, reply.json().general[0].code];
    };
    expect(await codeOf('tiles/4/1/1')).toEqual([404, 'notFound']);
    expect(await codeOf('tiles/5/1/1')).toEqual([502, 'tileServerAway']);
    expect(await codeOf('tiles/6/1/1')).toEqual([502, 'tileServerAway']);
    expect(await codeOf('satellite/3/1/1')).toEqual([404, 'notFound']);
    // Beyond what a zoom has, nothing is asked.
    asked = [];
    expect(await codeOf('tiles/3/8/0')).toEqual([404, 'notFound']);
    expect(asked).toEqual([]);
    expect((await by('GET', '/secure/map/tiles/tiles/23/0/0')).statusCode).toBe(400);
    expect((await by('GET', '/secure/map/tiles/tiles/3/-1/0')).statusCode).toBe(400);
  });

  it('that is slow is given up', async () => {
    const slow = new TileServer(template(), 150);
    await expect(slow.tile({ z: 7, x: 1, y: 1 })).rejects.toThrow('no answer in time');
    expect(await slow.tile({ z: 3, x: 1, y: 1 })).toMatchObject({ mediaType: 'image/png' });
  });
});
