// One guard walking one round: what is scanned when, how, and where the phone thinks it is.
import type { ScanMethod } from '@watchpost/domain/trust';
import { distanceMetres, type Position } from '@watchpost/domain/geo';
import type { Checkpoint, Habits } from './company.ts';
import { moved } from './premises.ts';
import type { Random } from './random.ts';

export interface Conditions {
  readonly isNight: boolean;
  readonly isRaining: boolean;
  /** How often checkpoints are left out on these premises, against ordinary ones. */
  readonly missFactor: number;
  readonly isFixedOrder: boolean;
}

export interface ReportedPosition extends Position {
  readonly accuracyMetres: number;
}

export interface WalkedScan {
  readonly checkpointId: string;
  readonly atMs: number;
  readonly method: ScanMethod;
  readonly position: ReportedPosition | null;
  /** Whether the phone had no network there. */
  readonly isCutOff: boolean;
}

export interface Walk {
  readonly scans: readonly WalkedScan[];
  /** Null for a round that was started and forgotten. */
  readonly endedAtMs: number | null;
  /** When the guard was through with it, whether that was recorded or not. */
  readonly overAtMs: number;
}

/** Share of ordinary checkpoints that an ordinary guard leaves out. */
const missShare = 0.009;
const wrongPositionShare = 0.004;
/** A path on the ground against the line on the map. */
const detour = 1.3;

export function walkRound(
  random: Random,
  checkpoints: readonly Checkpoint[],
  habits: Habits,
  conditions: Conditions,
  startMs: number,
): Walk {
  if (random.chance(habits.cheatShare)) return scanFromOneSpot(random, checkpoints, startMs);
  const isAbandoned = random.chance(habits.abandonShare);
  const isCutShort = random.chance(0.008);
  const path = pathOf(random, checkpoints, conditions.isFixedOrder);
  const stopAfter = isAbandoned || isCutShort ? random.integer(1, Math.max(1, path.length - 2)) : path.length;
  const scans: WalkedScan[] = [];
  let atMs = startMs + random.integer(15_000, 90_000);
  let here: Checkpoint | undefined;
  for (const checkpoint of path.slice(0, stopAfter)) {
    atMs += secondsTo(random, here, checkpoint, habits, conditions) * 1000;
    here = checkpoint;
    const isMissed = random.chance(Math.min(0.9, chanceOfMiss(checkpoint, habits, conditions)));
    if (!isMissed) scans.push(makeScan(random, checkpoint, habits, Math.round(atMs)));
  }
  const overAtMs = Math.round(atMs) + random.integer(20_000, 150_000);
  return { scans, endedAtMs: isAbandoned ? null : overAtMs, overAtMs };
}

function chanceOfMiss(checkpoint: Checkpoint, habits: Habits, conditions: Conditions): number {
  const weather = conditions.isRaining && checkpoint.setting === 'outdoor' ? 2.2 : 1;
  const dark = conditions.isNight ? 1.25 : 1;
  return missShare * checkpoint.difficulty * habits.missFactor * conditions.missFactor * weather * dark;
}

/** Where order is free some go the other way round; where it is fixed two neighbours are swapped now and then. */
function pathOf(
  random: Random,
  checkpoints: readonly Checkpoint[],
  isFixedOrder: boolean,
): readonly Checkpoint[] {
  if (!isFixedOrder) return random.chance(0.3) ? checkpoints.toReversed() : checkpoints;
  if (!random.chance(0.02)) return checkpoints;
  const at = random.integer(0, checkpoints.length - 2);
  const [one, other] = [checkpoints[at], checkpoints[at + 1]];
  if (one === undefined || other === undefined) return checkpoints;
  return checkpoints.with(at, other).with(at + 1, one);
}

function secondsTo(
  random: Random,
  from: Checkpoint | undefined,
  to: Checkpoint,
  habits: Habits,
  conditions: Conditions,
): number {
  const metres = from === undefined ? 30 : distanceMetres(from, to);
  const slower = (conditions.isNight ? 1.25 : 1) * (conditions.isRaining ? 1.15 : 1);
  const dwell = random.between(15, 45) + random.exponential(25);
  return ((metres * detour) / habits.paceMetresPerSecond + dwell) * slower;
}

function makeScan(random: Random, checkpoint: Checkpoint, habits: Habits, atMs: number): WalkedScan {
  const method = random.chance(habits.typedShare) ? 'typed' : random.chance(0.06) ? 'nfc' : 'qr';
  return {
    checkpointId: checkpoint.checkpointId,
    atMs,
    method,
    position: fix(random, checkpoint),
    isCutOff: checkpoint.setting === 'basement' && random.chance(0.35),
  };
}

/** The position that the phone reports at a checkpoint: scattered as it would be there, seldom plain wrong. */
function fix(random: Random, at: Checkpoint): ReportedPosition | null {
  if (random.chance(at.setting === 'basement' ? 0.18 : 0.004)) return null;
  if (random.chance(wrongPositionShare)) {
    const bearing = random.between(0, 2 * Math.PI);
    return scattered(random, at, random.between(120, 900), bearing, random.between(8, 45));
  }
  const spread = { outdoor: 3.5, indoor: 8, basement: 15 }[at.setting];
  const off = Math.abs(random.gaussian()) * spread;
  const accuracy = spread * random.between(1.1, 2.4) + off * 0.4;
  return scattered(random, at, off, random.between(0, 2 * Math.PI), accuracy);
}

function scattered(
  random: Random,
  at: Position,
  metres: number,
  bearing: number,
  accuracyMetres: number,
): ReportedPosition {
  // A phone indoors falls back on the network's guess now and then.
  const accuracy = random.chance(0.006) ? accuracyMetres + random.between(50, 400) : accuracyMetres;
  const position = moved(at, Math.sin(bearing) * metres, Math.cos(bearing) * metres);
  return { ...position, accuracyMetres: Math.round(accuracy * 10) / 10 };
}

/** The codes were photographed once and are now scanned at the gate, seconds apart. */
function scanFromOneSpot(random: Random, checkpoints: readonly Checkpoint[], startMs: number): Walk {
  const [gate] = checkpoints;
  let atMs = startMs + random.integer(20_000, 60_000);
  const scans = checkpoints.map((checkpoint): WalkedScan => {
    atMs += random.integer(2_500, 9_000);
    const spot = gate ?? checkpoint;
    return {
      checkpointId: checkpoint.checkpointId,
      atMs,
      method: 'qr',
      position: scattered(random, spot, random.between(0, 6), random.between(0, 6.28), random.between(4, 9)),
      isCutOff: false,
    };
  });
  const overAtMs = atMs + random.integer(5_000, 30_000);
  return { scans, endedAtMs: overAtMs, overAtMs };
}
