// A log with heads on the eve of a day on which its head is published.
import { runAsOwner, runAsReplica } from './sealed-world.testing.ts';
import type { Sealing } from './sealing.ts';
import { sealLog } from './seal-log.queries.ts';
import { publishHead, type PublishSettings } from './publish-head.ts';
import { testSealing } from '../../testing/test-sealing.ts';
import { anyone, type Caller, type TestApp, testSecret } from '../../testing/test-app.ts';
import { verifyAll } from '../../lifecycle/verification/verification.service.ts';
import { type EvidenceWorld, makeEvidenceWorld } from './evidence.testing.ts';

export const dayMs = 86_400_000;

export interface PublishedWorld extends EvidenceWorld {
  readonly stranger: Caller;
  /** When the day begins whose head publish() publishes. */
  readonly midnightMs: number;
  readonly sealing: Sealing;
  readonly seal: () => Promise<number>;
  /** Some minutes into that day when left out. */
  readonly publish: (settings?: Partial<PublishSettings>) => ReturnType<typeof publishHead>;
  /** What npm run verify says of the tenant. */
  readonly differences: (
    anchors?: NonNullable<Parameters<typeof verifyAll>[1]>['anchors'],
  ) => Promise<readonly string[]>;
  /** Of the log, the oldest first. */
  readonly heads: () => Promise<
    readonly { readonly size: number; readonly root: string; readonly at_ms: number }[]
  >;
  readonly newestSize: () => Promise<number>;
  readonly published: () => Promise<readonly { readonly day: string; readonly size: number }[]>;
  /** Puts the tables back as they are now, whatever is done to them. */
  readonly withTables: (tables: readonly string[], work: () => Promise<void>) => Promise<void>;
}

export async function makePublishedWorld(server: TestApp): Promise<PublishedWorld> {
  const { app, owner, database } = server;
  const world = await makeEvidenceWorld(server);
  const { id, slug } = world.tenant;
  const db = database.forTenant(id);
  const secrets = [testSecret] as const;
  const midnightMs = (Math.floor(Date.now() / dayMs) + 1) * dayMs;
  const sealing = testSealing(secrets);
  const seal = () => sealLog(db, id, sealing);
  await seal();
  for (const phone of world.phones) {
    await phone.walk(Date.now());
    await seal();
  }
  const heads = () =>
    runAsOwner<{ size: number; root: string; at_ms: number }>(
      server,
      `SELECT size, encode(root, 'hex') AS root, at_ms FROM log_heads WHERE tenant_id = $1 ORDER BY size`,
      [id],
    );
  return {
    ...world,
    stranger: anyone(app, world.tenant),
    midnightMs,
    sealing,
    seal,
    publish: (settings = {}) =>
      publishHead(db, id, { sealing, nowMs: midnightMs + 240_000, isStamped: false, ...settings }),
    differences: async (anchors = []) => {
      for await (const verdict of verifyAll(owner, { secrets, anchors, storedDays: sealing.days }))
        if (verdict.slug === slug) return verdict.differences;
      throw new Error('no such tenant');
    },
    heads,
    newestSize: async () => (await heads()).at(-1)?.size ?? 0,
    published: () =>
      runAsOwner<{ day: string; size: number }>(
        server,
        'SELECT day::text, size FROM published_heads WHERE tenant_id = $1 ORDER BY day',
        [id],
      ),
    withTables: (tables, work) => withTables(server, tables, work),
  };
}

async function withTables(
  server: TestApp,
  tables: readonly string[],
  work: () => Promise<void>,
): Promise<void> {
  for (const table of tables)
    await runAsOwner(server, `CREATE TABLE before_${table} AS SELECT * FROM ${table}`);
  try {
    await work();
  } finally {
    for (const table of tables) {
      const back = `DELETE FROM ${table}; INSERT INTO ${table} SELECT * FROM before_${table}`;
      await runAsReplica(server, `${back}; DROP TABLE before_${table}`);
    }
  }
}
