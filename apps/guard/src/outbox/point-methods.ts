// Which ways of scanning count at a checkpoint of the plan (TRUTH-01).
import {
  type CheckpointMethod,
  checkpointMethodOf,
  checkpointMethods,
  defaultCheckpointMethods,
} from '@watchpost/domain/checkpoint-methods';
import type { ScanMethod } from '@watchpost/domain/trust';
import type { PlannedPoint } from './records.ts';

/** A server of before tells none; what later servers have besides is passed over. */
export function methodsOf({ scanMethods }: Pick<PlannedPoint, 'scanMethods'>): readonly CheckpointMethod[] {
  if (scanMethods === undefined) return defaultCheckpointMethods;
  return checkpointMethods.filter((method) => scanMethods.includes(method));
}

export const doesCount = (
  point: Pick<PlannedPoint, 'scanMethods'>,
  scan: { readonly method: ScanMethod; readonly code?: string | undefined },
): boolean => methodsOf(point).includes(checkpointMethodOf(scan));

/** Whether nothing else than usual is to be said of what counts there. */
export const hasUsualMethods = (point: Pick<PlannedPoint, 'scanMethods'>): boolean =>
  methodsOf(point).join() === defaultCheckpointMethods.join();

/** The checkpoints that take scans made so, each once, in the plan's order. */
export function pointsTaking(points: readonly PlannedPoint[], method: CheckpointMethod): PlannedPoint[] {
  const taking = points.filter((point) => methodsOf(point).includes(method));
  return [...new Map(taking.map((point) => [point.checkpointId, point])).values()];
}
