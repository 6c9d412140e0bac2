// Where checkpoints stand on one plan, while that is being changed. Pure.
import type { FloorPlan } from '@watchpost/contract/floor-plans';
import type { PlanPoint } from '@watchpost/domain/floor-plans';

/** By checkpoint. */
export type Places = Readonly<Record<string, PlanPoint>>;

export const placesOf = ({ checkpoints }: FloorPlan): Places =>
  Object.fromEntries(checkpoints.map(({ id, x, y }) => [id, { x, y }]));

export const listOf = (places: Places) => Object.entries(places).map(([id, { x, y }]) => ({ id, x, y }));

const isSamePoint = (one: PlanPoint | undefined, other: PlanPoint | undefined): boolean =>
  one?.x === other?.x && one?.y === other?.y;

const idsOf = (...all: readonly Places[]) => [...new Set(all.flatMap((places) => Object.keys(places)))];

export const isSamePlaces = (one: Places, other: Places): boolean =>
  idsOf(one, other).every((id) => isSamePoint(one[id], other[id]));

export function withPlace(places: Places, id: string, at: PlanPoint): Places {
  return { ...places, [id]: at };
}

export function withoutPlace(places: Places, id: string): Places {
  return Object.fromEntries(Object.entries(places).filter(([other]) => other !== id));
}

/** Mine where I moved something, theirs elsewhere; `base` is what both began with. */
export function mergePlaces(base: Places, mine: Places, theirs: Places): Places {
  const entries = idsOf(base, mine, theirs).flatMap((id) => {
    const point = isSamePoint(mine[id], base[id]) ? theirs[id] : mine[id];
    return point === undefined ? [] : [[id, point] as const];
  });
  return Object.fromEntries(entries);
}

/** One change that can be undone. Steps of keys that follow each other on one checkpoint are one change. */
export interface Step {
  readonly places: Places;
  readonly key: string;
}

export function withStep(steps: readonly Step[], step: Step): readonly Step[] {
  const last = steps.at(-1);
  return step.key !== '' && last?.key === step.key ? [...steps.slice(0, -1), step] : [...steps, step];
}
