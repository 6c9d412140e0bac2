// Codes as scanners, keyboards and links give them, and fixes of phones that know no position.
import { randomUUID } from 'node:crypto';
import { typedCodeOf } from '@watchpost/domain/checkpoint-codes';
import { describe, expect, test } from 'vitest';
import { testApp } from '../../testing/test-app.ts';
import { makeFieldSite, roundStarted, scanned, send, sendBatch } from './field-site.testing.ts';

const server = await testApp();

async function started() {
  const site = await makeFieldSite(server);
  const start = roundStarted(site);
  await send(site.device, start);
  const code = site.codes.get(site.planned[0]?.checkpointId ?? '') ?? '';
  const flagsOf = async (changes: readonly object[]) => {
    const { accepted, refused } = await sendBatch(
      site.device,
      changes.map((change) => scanned(site, start.id, 0, change)),
    );
    expect(refused).toEqual([]);
    return accepted.map(({ flags }) => flags.filter((flag) => flag !== 'typedCode'));
  };
  return { site, code, flagsOf };
}
const inHindi = (text: string) => text.replaceAll(/\d/g, (digit) => '०१२३४५६७८९'.charAt(Number(digit)));

describe('a code', () => {
  test('[INPUT-01] that is whole within what was scanned is that code', async () => {
    const { code, flagsOf } = await started();
    const read = [
      `https://x.example/c/${code}`,
      `]Q1${code}`,
      `${code}\u001D`,
      `${code}\u0000`,
      `\u200B${code}`,
      code.match(/.{1,4}/g)?.join('–') ?? '',
      inHindi(code),
      `Code ${code}.`,
    ];
    expect(await flagsOf(read.map((text) => ({ code: text })))).toEqual(read.map(() => []));
    expect(await flagsOf([{ code: `${code}A` }, { code: code.slice(0, -1) }])).toEqual([
      ['forgedCode'],
      ['forgedCode'],
    ]);
  });

  test('[INPUT-01] that is typed may have dashes, blanks and digits of any keyboard', async () => {
    const { code, flagsOf } = await started();
    const end = typedCodeOf(code);
    const typed = [
      `${end.slice(0, 4)}–${end.slice(4)}`,
      `${end.slice(0, 4)}\u00A0${end.slice(4)}`,
      inHindi(end),
      `${end}\u200B`,
    ];
    expect(await flagsOf(typed.map((text) => ({ method: 'typed', code: text })))).toEqual(
      typed.map(() => []),
    );
  });

  test('[INPUT-01] of another system is known by what a scanner put round it', async () => {
    const { site, flagsOf } = await started();
    const checkpointId = site.planned[0]?.checkpointId ?? '';
    await server.owner
      .updateTable('qr_codes')
      .set({ code: 'GATE-12', key_version: null })
      .where('checkpoint_id', '=', checkpointId)
      .execute();
    const read = ['GATE-12', ']Q1GATE-12', 'GATE-12\u001D', 'GATE–12', 'https://old.example/c/GATE-12'];
    expect(await flagsOf(read.map((text) => ({ code: text })))).toEqual(read.map(() => ['unsignedCode']));
  });
});

describe('a fix at 0, 0', () => {
  const nowhere = { latitude: 0, longitude: 0, accuracyMetres: 5 };

  test('[INPUT-01] of a scan is no position, and none is far from it', async () => {
    const { code, flagsOf } = await started();
    expect(await flagsOf([{ code, position: nowhere }, { code }])).toEqual([['noPosition'], []]);
  });

  test('[INPUT-01] of a call for help is not where help is sent', async () => {
    const { site } = await started();
    const id = randomUUID();
    const sos = { id, siteId: site.siteId, deviceAtMs: Date.now(), position: nowhere };
    expect(
      (await site.device('POST', '/field/sos', { body: { sentAtMs: Date.now(), sos } })).statusCode,
    ).toBe(200);
    const positions = [{ id: randomUUID(), deviceAtMs: Date.now(), ...nowhere }];
    const later = await site.device('POST', `/field/sos/${id}/positions`, {
      body: { sentAtMs: Date.now(), positions },
    });
    expect(later.json().ids).toEqual(positions.map((each) => each.id));
    const call = await server.owner
      .selectFrom('sos_calls')
      .select(['latitude', 'longitude', 'position_at_ms'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(call).toEqual({ latitude: null, longitude: null, position_at_ms: null });
  });
});
