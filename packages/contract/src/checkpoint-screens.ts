// Screens at checkpoints that show codes which change: paired with a code that is good once (FIELD-03).
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { recordParams } from './managed-records.ts';
import { id } from './values.ts';

const screen = z.object({
  id: z.string(),
  /** Among those of the checkpoint, from 1. */
  serial: z.int(),
  offeredAtMs: z.int(),
  /** Null until somebody typed the code into a screen. */
  pairedAtMs: z.nullable(z.int()),
  /** When it last asked for the time; null for never. */
  seenAtMs: z.nullable(z.int()),
  revokedAtMs: z.nullable(z.int()),
});
export type CheckpointScreen = z.output<typeof screen>;

export const listCheckpointScreens = defineEndpoint({
  name: 'listCheckpointScreens',
  method: 'GET',
  path: '/secure/checkpoints/:id/screens',
  access: 'CHECKPOINTS:view',
  summary: 'The screens of a checkpoint that are or were paired, newest first.',
  params: recordParams,
  reply: z.object({ screens: z.array(screen) }),
});

export const offerCheckpointScreen = defineEndpoint({
  name: 'offerCheckpointScreen',
  method: 'POST',
  path: '/secure/checkpoints/:id/screens',
  access: 'CHECKPOINTS:edit',
  summary:
    'A code that pairs one screen with the checkpoint, told once; an earlier one that waits is no longer good.',
  params: recordParams,
  reply: z.object({ id: z.string(), pairingCode: z.string(), endsAtMs: z.int() }),
});

export const revokeCheckpointScreen = defineEndpoint({
  name: 'revokeCheckpointScreen',
  method: 'DELETE',
  path: '/secure/checkpoints/:id/screens/:screenId',
  access: 'CHECKPOINTS:edit',
  summary: 'Takes a screen out of use: what is scanned from it afterwards is doubted.',
  params: z.strictObject({ id, screenId: id }),
  reply: z.object({ id: z.string() }),
});

export const pairScreen = defineEndpoint({
  name: 'pairScreen',
  method: 'POST',
  path: '/screens/pair',
  access: 'public',
  summary: 'Gives a screen its secret for the code that somebody was told; the code is good once.',
  body: z.strictObject({ pairingCode: z.string().check(z.minLength(1), z.maxLength(40)) }),
  reply: z.object({
    screenId: z.string(),
    checkpointId: z.string(),
    checkpointName: z.string(),
    serial: z.int(),
    /** In hexadecimal. */
    secret: z.string(),
    serverTimeMs: z.int(),
  }),
});
export type PairedScreen = z.output<typeof pairScreen.reply>;

export const checkScreen = defineEndpoint({
  name: 'checkScreen',
  method: 'POST',
  path: '/screens/check',
  access: 'public',
  summary: 'What the time is, and whether a screen is still in use.',
  body: z.strictObject({ screenId: id }),
  reply: z.object({ isInUse: z.boolean(), serverTimeMs: z.int() }),
});
export type ScreenCheck = z.output<typeof checkScreen.reply>;
