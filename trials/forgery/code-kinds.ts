// Scans whose code was not read at the checkpoint.
import {
  codeMacBytes,
  decodeCheckpointCode,
  encodeCheckpointCode,
  typedCodeOf,
} from '@watchpost/domain/checkpoint-codes';
import { makeCheckpoint, makeSite, makeTenant } from '../../apps/server/src/testing/factories.ts';
import { hour, minute, Phone, scanAt, type World } from './forger.ts';
import { both, type Change, noCode, sendRound, simple, type UploadKind } from './rounds.ts';

const codeOf = (world: World, at: number): string =>
  world.codes.get(world.checkpoints[at]?.checkpointId ?? '') ?? '';

function flipped(code: string): string {
  const parts = decodeCheckpointCode(code);
  if (parts === null) throw new Error('not a code');
  return encodeCheckpointCode({ ...parts, mac: parts.mac.map((byte, at) => (at === 3 ? byte ^ 1 : byte)) });
}

export const codeKinds: readonly UploadKind[] = [
  simple('an honest round', 'clean', (world) => ({ scans: both(world, {}) })),
  simple('positions alone, where codes hang', ['methodNotAllowed'], (world) => ({
    scans: both(world, { method: 'position', ...noCode }),
  })),
  simple('positions with a dwell made up, where codes hang', ['methodNotAllowed'], (world) => ({
    scans: both(world, { method: 'position', ...noCode, dwellMs: 60_000 } as Change),
  })),
  simple('scans without a code', ['noCode'], (world) => ({ scans: both(world, noCode) })),
  simple('an empty code', ['noCode'], (world) => ({ scans: both(world, { code: '   ' }) })),
  simple('a code that was made up', ['forgedCode'], (world) => ({
    scans: both(world, { code: 'WP1NOSUCHCODE' }),
  })),
  simple('a code with one bit changed', ['forgedCode'], (world) => ({
    scans: [scanAt(world, world.checkpoints[0], { code: flipped(codeOf(world, 0)) })],
  })),
  simple('the code of the next checkpoint', ['wrongCode'], (world) => ({
    scans: [scanAt(world, world.checkpoints[0], { code: codeOf(world, 1) })],
  })),
  simple('a code that was replaced', ['retiredCode', 'unplanned'], (world) => ({
    scans: [scanAt(world, world.checkpoints[2], { code: world.retiredCode })],
  })),
  simple('a code typed in', ['typedCode'], (world) => ({
    scans: [scanAt(world, world.checkpoints[0], { method: 'typed', code: typedCodeOf(codeOf(world, 0)) })],
  })),
  simple('a typed code that was made up', ['forgedCode'], (world) => ({
    scans: [scanAt(world, world.checkpoints[0], { method: 'typed', code: 'AAAAAAAA' })],
  })),
  {
    name: "another company's code",
    expected: ['forgedCode', 'wrongCode'],
    send: async (world) => {
      const stranger = await makeTenant(world.owner);
      const checkpoint = await makeCheckpoint(world.owner, stranger, await makeSite(world.owner, stranger));
      const code = encodeCheckpointCode({
        checkpointId: checkpoint.checkpointId,
        serial: 1,
        mac: new Uint8Array(codeMacBytes).fill(7),
      });
      return sendRound(world, { scans: [scanAt(world, world.checkpoints[0], { code })] });
    },
  },
  simple('an NFC tag of one’s own', ['unknownTag'], (world) => ({
    versionId: world.tagged.versionId,
    scans: [scanAt(world, world.tagged.checkpoint, { method: 'nfc', code: '04FFFFFFFFFFFF' })],
  })),
  simple('an NFC scan without a tag', ['noCode'], (world) => ({
    versionId: world.tagged.versionId,
    scans: [scanAt(world, world.tagged.checkpoint, { method: 'nfc', ...noCode })],
  })),
  simple('NFC where no tag hangs', ['unknownTag', 'wrongCode'], (world) => ({
    scans: both(world, { method: 'nfc', code: '04A1B2C3D4E5F6' }),
  })),
];

const onScreen = (world: World, code: string, atMs = Date.now() - 50 * minute) => ({
  versionId: world.screen.versionId,
  startedAtMs: atMs - 5 * minute,
  scans: [scanAt(world, world.screen.checkpoint, { code, deviceAtMs: atMs })],
});

export const screenKinds: readonly UploadKind[] = [
  simple('the printed code where a screen is', ['printedCode'], (world) => ({
    versionId: world.screen.versionId,
    scans: [scanAt(world, world.screen.checkpoint)],
  })),
  simple("a photograph of the screen's code of an hour before", ['staleCode'], (world) => {
    const atMs = Date.now() - 50 * minute;
    return onScreen(world, world.screen.codeAt(atMs - hour), atMs);
  }),
  simple('a code of the screen for an hour to come', ['staleCode'], (world) => {
    const atMs = Date.now() - 50 * minute;
    return onScreen(world, world.screen.codeAt(atMs + hour), atMs);
  }),
  {
    name: "one code of the screen in two guards' rounds",
    expected: ['sharedCode'],
    send: async (world) => {
      const atMs = Date.now() - 47 * minute;
      await sendRound(world, onScreen(world, world.screen.codeAt(atMs), atMs));
      return sendRound(world, onScreen(world, world.screen.codeAt(atMs), atMs));
    },
  },
  {
    name: 'one code of the screen in two rounds of a guard',
    expected: ['sharedCode'],
    send: async (world) => {
      const atMs = Date.now() - 44 * minute;
      const phone = await Phone.of(world);
      await sendRound(world, { ...onScreen(world, world.screen.codeAt(atMs), atMs), phone });
      return sendRound(world, { ...onScreen(world, world.screen.codeAt(atMs), atMs + 10_000), phone });
    },
  },
];
