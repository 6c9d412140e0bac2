// One guard with everything that belongs to it, as far as the caller's rights reach (MNG-01).
import type { GuardDetails, GuardRound } from '@watchpost/contract/guards';
import { guardDetailsDays } from '@watchpost/domain/guards';
import { isPermitted, type Permission } from '@watchpost/domain/permissions';
import { countingScans } from '@watchpost/domain/round-facts';
import { type TrustFlag, trustFlags } from '@watchpost/domain/trust';
import type { ConsoleCaller } from '../../platform/access/caller.ts';
import {
  findGuardRounds,
  findGuardScans,
  findGuardShifts,
  findLastDuty,
  findOpenIncidents,
  type FoundGuardRound,
  type FoundGuardScan,
} from './guard-details.queries.ts';
import { sequenceFlags } from '../../patrol/trust/judge-round.ts';
import { findRoundContexts, type RoundContext } from '../../patrol/trust/round-context.queries.ts';
import { viewGuard } from '../../records/guards/guards.service.ts';

const dayMs = 86_400_000;

/** Throws notFound for a guard that is not the caller's. */
export async function viewGuardDetails(caller: ConsoleCaller, id: string): Promise<GuardDetails> {
  const { scope, role, switches } = caller;
  const guard = await viewGuard(scope, id);
  const when = <T>(permission: Permission, find: () => Promise<T>): Promise<T | null> =>
    isPermitted(role, permission, switches) ? find() : Promise.resolve(null);
  const [duty, rounds, shifts, incidents] = await Promise.all([
    findLastDuty(scope, id),
    when('SCANNED_CHECKPOINTS:view', () => viewRounds(caller, id)),
    when('SHIFTS:view', () => findGuardShifts(scope, id)),
    when('INCIDENTS:view', () => findOpenIncidents(scope, id)),
  ]);
  return { guard, duty, rounds, shifts, incidents };
}

async function viewRounds(
  { scope }: ConsoleCaller,
  guardId: string,
): Promise<NonNullable<GuardDetails['rounds']>> {
  const rounds = await findGuardRounds(scope, guardId, Date.now() - guardDetailsDays * dayMs);
  const scans = await findGuardScans(
    scope,
    rounds.map(({ id }) => id),
  );
  const withGuard = rounds.map((round) => ({ ...round, guardId }));
  const contextOf = await findRoundContexts(scope.db, scope.tenantId, withGuard);
  return {
    list: rounds.map(shown),
    doubts: flagCountsOf(rounds, scans, contextOf),
  };
}

const shown = ({
  isFixedOrder: _order,
  planned: _planned,
  endedAtMs: _end,
  ...round
}: FoundGuardRound): GuardRound => round;

/** By kind, with the rounds behind each; counted as the rounds' own pages show them. */
function flagCountsOf(
  rounds: readonly FoundGuardRound[],
  scans: readonly FoundGuardScan[],
  contextOf: (roundId: string) => RoundContext,
): NonNullable<GuardDetails['rounds']>['doubts'] {
  const byRound = new Map<string, FoundGuardScan[]>(rounds.map(({ id }) => [id, []]));
  for (const scan of scans) byRound.get(scan.roundId)?.push(scan);
  const found = rounds.map((round) => ({
    round,
    flags: flagsOf(round, byRound.get(round.id) ?? [], contextOf(round.id)),
  }));
  return trustFlags.flatMap((flag) => {
    const behind = found.filter(({ flags }) => flags.includes(flag));
    if (behind.length === 0) return [];
    const count = behind.reduce((sum, { flags }) => sum + flags.filter((each) => each === flag).length, 0);
    return [{ flag, scans: count, roundIds: behind.map(({ round }) => round.id) }];
  });
}

/** Every flag of every counting scan of a round. */
function flagsOf(
  round: FoundGuardRound,
  scans: readonly FoundGuardScan[],
  context: RoundContext,
): TrustFlag[] {
  const sequence = sequenceFlags(round, scans, context);
  return [...countingScans(scans).values()].flatMap(({ id, flags }) => [
    ...new Set([...flags, ...(sequence.get(id) ?? []).map(({ flag }) => flag)]),
  ]);
}
