// A round as a phone sends it, all in one upload.
import { randomUUID } from 'node:crypto';
import type { Receipt } from '@watchpost/contract/field';
import { type MadeTenant, makeGuard } from './factories.ts';
import { deviceOf } from './made-sessions.ts';
import type { TestApp } from './test-app.ts';

interface SentScan {
  readonly checkpointId: string;
  readonly deviceAtMs: number;
  readonly method: 'qr' | 'nfc' | 'typed' | 'position';
  readonly position: {
    readonly latitude: number;
    readonly longitude: number;
    readonly accuracyMetres: number;
  } | null;
  readonly code?: string | undefined;
  readonly dwellMs?: number;
}

interface SentRound {
  readonly siteId: string;
  readonly versionId: string;
  readonly startedAtMs: number;
  readonly scans: readonly SentScan[];
  /** Under way without. */
  readonly endedAtMs?: number;
  /** By how much the phone's clock is ahead; the scans' times are its own. */
  readonly clockAheadMs?: number;
}

/** Walked by a new guard of the site with a phone of their own; the round's id, and the flags of each scan. */
export async function sendRound(
  server: Pick<TestApp, 'app' | 'owner'>,
  tenant: MadeTenant,
  { siteId, versionId, startedAtMs, scans, endedAtMs, clockAheadMs = 0 }: SentRound,
): Promise<{ roundId: string; flags: string[][] }> {
  const guard = await makeGuard(server.owner, tenant, { siteIds: [siteId], secret_hash: null });
  const device = await deviceOf(server, tenant, guard.id);
  const roundId = randomUUID();
  const start = { kind: 'roundStarted', id: roundId, routeVersionId: versionId, deviceAtMs: startedAtMs };
  const end = { kind: 'roundEnded', id: randomUUID(), roundId, deviceAtMs: endedAtMs };
  const events = [
    start,
    ...scans.map((scan) => ({ kind: 'checkpointScanned', id: randomUUID(), roundId, ...scan })),
    ...(endedAtMs === undefined ? [] : [end]),
  ];
  const sentAtMs = Date.now() + clockAheadMs;
  const reply = await device('POST', '/field/events', { body: { sentAtMs, events } });
  const { accepted } = reply.json<{ accepted: Receipt[] }>();
  return { roundId, flags: accepted.slice(1, 1 + scans.length).map(({ flags }) => [...flags]) };
}
