// A route as its form holds it: minutes are text until it is saved. Pure.
import { type PlacedCheckpoint, type RouteDetails, routeFields } from '@watchpost/contract/patrol-routes';
import { type DraftOf, draftOf, inputOf, newDraft } from '../../records/record-draft.ts';

export interface DraftStop {
  readonly checkpointId: string;
  readonly minutes: string;
}

export type RouteDraft = Omit<DraftOf<typeof routeFields>, 'stops'> & {
  readonly stops: readonly DraftStop[];
};

/** What a checkpoint gets when it is put into a route. */
const usualMinutes = '5';

export const newRoute = (siteId: string): RouteDraft => ({
  ...newDraft(routeFields, { siteId, isFixedOrder: true, stops: [] }),
  stops: [],
});

export const stopOf = (checkpointId: string): DraftStop => ({ checkpointId, minutes: usualMinutes });

export const routeDraftOf = ({ stops, ...route }: RouteDetails): RouteDraft => ({
  ...draftOf(routeFields, { ...route, stops }),
  stops: stops.map(({ id, expectedMinutes }) => ({ checkpointId: id, minutes: String(expectedMinutes) })),
});

/** What the contract's schema takes; nothing comes before the first stop. */
export const routeInputOf = ({ stops, ...draft }: RouteDraft): object =>
  inputOf(routeFields, {
    ...draft,
    stops: stops.map(({ checkpointId, minutes }, index) => ({
      checkpointId,
      expectedMinutes: index === 0 ? 0 : minutesOf(minutes),
    })),
  });

/** NaN unless the text is a number. */
export const minutesOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

export function totalMinutes(stops: readonly DraftStop[]): number {
  return stops.slice(1).reduce((sum, { minutes }) => sum + (minutesOf(minutes) || 0), 0);
}

export interface KnownStop extends DraftStop {
  readonly id: string;
  readonly name: string;
  /** Missing while the site's checkpoints are on their way. */
  readonly place: PlacedCheckpoint | undefined;
}

export function knownStops(stops: readonly DraftStop[], places: readonly PlacedCheckpoint[]): KnownStop[] {
  const byId = new Map(places.map((place) => [place.id, place]));
  return stops.map((stop) => {
    const place = byId.get(stop.checkpointId);
    return { ...stop, id: stop.checkpointId, name: place?.name ?? '', place };
  });
}
