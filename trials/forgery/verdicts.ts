// What the product says of an upload, as the page of its round shows it and as it was stored.
import { sql } from 'kysely';
import { asAdmin, type World } from './forger.ts';
import type { Sent, UploadKind } from './rounds.ts';

export interface Verdict {
  readonly name: string;
  readonly outcome: string;
  /** Null where it is as it has to be. */
  readonly fault: string | null;
}

/** Flags of the round's scans, on its page and stored, and of its start and end. */
async function flagsOf(world: World, roundId: string): Promise<Set<string>> {
  const { rows } = await sql<{ flag: string }>`SELECT unnest(flags) AS flag FROM scans
      WHERE tenant_id = ${world.tenant.id}::uuid AND round_id = ${roundId}::uuid
    UNION SELECT unnest(flags) FROM field_events
      WHERE tenant_id = ${world.tenant.id}::uuid AND subject_id = ${roundId}::uuid`.execute(world.owner);
  const page = await asAdmin(world, `/secure/scanned-checkpoints/${roundId}`);
  const points: unknown[] = Object(page.body).points ?? [];
  return new Set([
    ...rows.map(({ flag }) => flag),
    ...points.flatMap((point): string[] => Object(point).scan?.flags ?? []),
  ]);
}

export async function verdictOf(
  world: World,
  { name, expected }: UploadKind,
  { roundId, answer }: Sent,
): Promise<Verdict> {
  if (answer.status !== 200)
    return { name, outcome: `answered ${answer.status}`, fault: 'the upload as a whole was refused' };
  const { accepted = [], refused = [] } = Object(answer.body);
  if (expected === 'refused') {
    const isRefused = accepted.length === 0 && refused.length > 0;
    return {
      name,
      outcome: `${refused.length} refused`,
      fault: isRefused ? null : `${accepted.length} were accepted`,
    };
  }
  const flags = await flagsOf(world, roundId);
  const found = flags.size === 0 ? 'no flag' : [...flags].toSorted().join(', ');
  if (refused.length > 0) return { name, outcome: found, fault: `refused: ${JSON.stringify(refused)}` };
  if (expected === 'clean' || expected === 'unknowable')
    return { name, outcome: found, fault: flags.size === 0 ? null : 'it bears a flag that nothing explains' };
  return {
    name,
    outcome: found,
    fault: expected.some((flag) => flags.has(flag)) ? null : `expected ${expected.join(' or ')}`,
  };
}
