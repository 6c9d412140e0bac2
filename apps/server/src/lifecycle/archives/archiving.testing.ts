// A tenant that keeps its rounds for some months, night by night, and what the check says of it.
import { randomUUID } from 'node:crypto';
import { expect, vi } from 'vitest';
import {
  makeSealedWorld,
  runAsOwner,
  type SealedWorld,
  secrets,
} from '../../patrol/evidence/sealed-world.testing.ts';
import { archiveAllMonths } from '../retention/retention.jobs.ts';
import { verifyAll } from '../verification/verification.service.ts';
import type { TestApp } from '../../testing/test-app.ts';
import type { testFiles } from '../../testing/test-files.ts';

export const dayMs = 86_400_000;
export type TestFiles = ReturnType<typeof testFiles>;
export type SentEvent = Parameters<SealedWorld['send']>[0];

/** What is done as if it were done then, but for the database's own clock. */
export async function asOf<Result>(ms: number, act: () => Promise<Result>): Promise<Result> {
  vi.useFakeTimers({ toFake: ['Date'], now: ms });
  try {
    return await act();
  } finally {
    vi.useRealTimers();
  }
}

export interface OldWorld extends SealedWorld {
  /** Sends by the device what arrives now. */
  readonly late: SealedWorld['send'];
}

/** A world of 300 days ago, to which all that its device sends comes at once. */
export async function makeOldWorld(server: TestApp): Promise<OldWorld> {
  const world = await asOf(Date.now() - 300 * dayMs, () => makeSealedWorld(server));
  const send = async (event: SentEvent) => {
    const { again, ...sending } = await asOf(event.deviceAtMs, () => world.send(event));
    return { ...sending, again: () => asOf(event.deviceAtMs + 60_000, again) };
  };
  return { ...world, send, late: world.send };
}

/** `world`: the one that the tests are at. */
export function keepingOf(server: TestApp, files: TestFiles, world: () => SealedWorld) {
  const { owner, database } = server;
  const nowMs = Date.now();
  const run = <Row>(text: string, ...values: unknown[]) => runAsOwner<Row>(server, text, values);
  const count = async (table: string): Promise<number> => {
    const text = `SELECT count(*) AS n FROM ${table} WHERE tenant_id = $1`;
    return (await run<{ n: number }>(text, world().tenant.id))[0]?.n ?? -1;
  };

  async function differences(store: TestFiles | undefined = files): Promise<readonly string[]> {
    const trust = { secrets, anchors: [], nowMs: Date.now() + dayMs, ...(store && { files: store }) };
    for await (const found of verifyAll(owner, trust))
      if (found.slug === world().tenant.slug) return found.differences;
    throw new Error('no tenant');
  }

  /** A round of two scans within a duty, as its phone signed it. */
  async function walk(startedAtMs: number): Promise<{ roundId: string; events: SentEvent[] }> {
    const [roundId, dutyId] = [randomUUID(), randomUUID()];
    const { siteId, routeVersionId, checkpointId } = world();
    const scan = { kind: 'checkpointScanned', roundId, checkpointId, method: 'typed', position: null };
    const events: SentEvent[] = [
      { kind: 'dutyStarted', id: dutyId, siteId, deviceAtMs: startedAtMs - 1_000 },
      { kind: 'roundStarted', id: roundId, routeVersionId, deviceAtMs: startedAtMs },
      { ...scan, id: randomUUID(), deviceAtMs: startedAtMs + 60_000 },
      { ...scan, id: randomUUID(), deviceAtMs: startedAtMs + 120_000 },
      { kind: 'roundEnded', id: randomUUID(), roundId, deviceAtMs: startedAtMs + 180_000 },
      { kind: 'dutyEnded', id: randomUUID(), dutyId, deviceAtMs: startedAtMs + 181_000 },
    ];
    for (const event of events) expect((await world().send(event)).status).toBe(200);
    return { roundId, events };
  }

  const settings = (months: number | null, startsAtMs = 0) =>
    run(
      `INSERT INTO retention_settings VALUES ($1, 1, $2, $3)
        ON CONFLICT (tenant_id) DO UPDATE SET months_to_keep = $2, starts_at_ms = $3`,
      world().tenant.id,
      months,
      startsAtMs,
    );

  /** What could not be done; each night is later than the one before, as a killed one's turn has to run out. */
  let night = 0;
  async function keep(store: TestFiles = files, laterMs = 0): Promise<string[]> {
    const problems: string[] = [];
    night += 1;
    const atMs = nowMs + night * 3_600_000 + laterMs;
    const hooks = { now: () => atMs, onProblem: (text: string) => problems.push(text) };
    await archiveAllMonths({ files: store, sealing: world().sealing(), ...hooks }, database);
    return problems;
  }

  const idsOfRounds = async () =>
    (
      await run<{ id: string }>(
        'SELECT id FROM rounds WHERE tenant_id = $1 ORDER BY started_at_ms',
        world().tenant.id,
      )
    ).map(({ id }) => id);

  return { run, count, differences, walk, settings, keep, idsOfRounds, nowMs };
}
