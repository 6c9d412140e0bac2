// How long rounds are kept, and the archives of what was removed.
import { monthsToKeep } from '@watchpost/domain/retention';
import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { id, version } from './values.ts';

const months = z.nullable(
  z
    .int({ error: 'months_to_keep' })
    .check(
      z.minimum(monthsToKeep.min, { error: 'months_to_keep' }),
      z.maximum(monthsToKeep.max, { error: 'months_to_keep' }),
    ),
);

const archive = z.object({
  id: z.string(),
  /** Begin of the month of UTC. */
  monthMs: z.int(),
  /** Being written; read back and being removed; removed. */
  status: z.enum(['writing', 'verified', 'removed']),
  beganAtMs: z.int(),
  removedAtMs: z.nullable(z.int()),
  rounds: z.int(),
  /** What stayed of the month, since somebody has still to look into it. */
  held: z.int(),
  files: z.array(
    z.object({
      no: z.int(),
      kind: z.enum(['rows', 'evidence']),
      bytes: z.int(),
      /** In hexadecimal. */
      sha256: z.string(),
      rounds: z.int(),
    }),
  ),
});

const reply = z.object({
  /** Null: everything is kept. */
  monthsToKeep: z.nullable(z.int()),
  /** 0 while no one chose anything. */
  version: z.int(),
  /** Nothing is removed before; null while everything is kept. */
  startsAtMs: z.nullable(z.int()),
  /** When the oldest round began; null where there is none. */
  oldestMs: z.nullable(z.int()),
  /** Newest month first. */
  archives: z.array(archive),
});
export type Retention = z.output<typeof reply>;
export type ArchiveOfMonth = Retention['archives'][number];

export const getRetention = defineEndpoint({
  name: 'getRetention',
  method: 'GET',
  path: '/secure/app-settings/retention',
  access: 'APP_SETTINGS:view',
  summary: 'How many months of rounds are kept, and the archives of what was removed.',
  reply,
});

export const saveRetention = defineEndpoint({
  name: 'saveRetention',
  method: 'PUT',
  path: '/secure/app-settings/retention',
  access: 'APP_SETTINGS:edit',
  summary:
    'Stores for how many months rounds are retained, null for ever; the first removal comes a week later. 409 when somebody else saved since.',
  body: z.strictObject({ monthsToKeep: months, version }),
  reply,
});

export const getArchiveFile = defineEndpoint({
  name: 'getArchiveFile',
  method: 'GET',
  path: '/secure/app-settings/retention/archives/:archiveId/files/:no',
  access: 'APP_SETTINGS:edit',
  summary: 'A file of an archive, streamed: rows as compressed lines of JSON, or what proves the rounds.',
  params: z.strictObject({ archiveId: id, no: z.string().check(z.regex(/^\d{1,4}$/)) }),
  files: ['application/gzip', 'application/jsonl'],
  reply: z.unknown(),
});
