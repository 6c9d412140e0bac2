// What is changed on one plan: undone step by step, saved as a whole, put together with what others saved (MNG-10).
import type { FloorPlan, FloorPlans } from '@watchpost/contract/floor-plans';
import type { PlanPoint } from '@watchpost/domain/floor-plans';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { t, translate } from '../../lib/labels.ts';
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts';
import { useKeeping, useKept } from '../../records/kept-draft.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { floorPlansKey, loadFloorPlans, savePlaces } from './floor-plans.api.ts';
import {
  isSamePlaces,
  mergePlaces,
  type Places,
  placesOf,
  type Step,
  withoutPlace,
  withPlace,
  withStep,
} from './plan-places.ts';

interface Stored {
  readonly places: Places;
  readonly version: number;
}

const storedOf = (plan: FloorPlan): Stored => ({ places: placesOf(plan), version: plan.version });

function tell(error: ApiError): void {
  toasts.error({ summary: t('error.summary'), text: translate(error.message) });
}

/** As they are stored now, for everything that shows them. */
const refetchPlans = (queries: QueryClient, siteId: string) =>
  queries.fetchQuery({
    queryKey: floorPlansKey(siteId),
    queryFn: () => loadFloorPlans(siteId),
    staleTime: 0,
  });

/** What is stored, and what was changed since. */
function useSteps(plan: FloorPlan) {
  const begun = useKept({ base: storedOf(plan), draft: { places: placesOf(plan) } });
  const [stored, setStored] = useState<Stored>(begun.base);
  const [steps, setSteps] = useState<readonly Step[]>(
    begun.isKept ? [{ places: begun.draft.places, key: '' }] : [],
  );
  // What others saved is taken over while nothing is being changed here.
  if (plan.version > stored.version && steps.length === 0) setStored(storedOf(plan));
  const places = steps.at(-1)?.places ?? stored.places;
  const isDirty = !isSamePlaces(places, stored.places);
  useUnsavedChanges(isDirty);
  useKeeping({ base: stored, draft: { places } }, isDirty);
  return {
    stored,
    places,
    isDirty,
    canUndo: steps.length > 0,
    change: (places: Places, key = '') => setSteps((now) => withStep(now, { places, key })),
    undo: () => setSteps((now) => now.slice(0, -1)),
    /** What was changed since `sent` stays changed. */
    taken: (sent: Stored) => {
      setStored(sent);
      setSteps((now) => ((now.at(-1)?.places ?? sent.places) === sent.places ? [] : now));
    },
    /** Begins again; with places that differ already where given. */
    begin: (next: Stored, places?: Places) => {
      setStored(next);
      setSteps(places === undefined ? [] : [{ places, key: '' }]);
    },
  };
}

export function usePlanEditing(siteId: string, plan: FloorPlan) {
  const queries = useQueryClient();
  const { stored, places, isDirty, canUndo, change, undo, begin, taken } = useSteps(plan);
  const [isSaving, setIsSaving] = useState(false);
  const [isMerged, setIsMerged] = useState(false);

  const meet = async () => {
    const fresh = await refetchPlans(queries, siteId);
    const found = fresh.data.find(({ id }) => id === plan.id);
    if (found === undefined) return;
    const theirs = storedOf(found);
    begin(theirs, mergePlaces(stored.places, places, theirs.places));
    setIsMerged(true);
  };
  const store = async () => {
    const { version } = await savePlaces(plan.id, places, stored.version);
    taken({ places, version });
    setIsMerged(false);
    toasts.success({ text: t('records.saved') });
    await queries.invalidateQueries({ queryKey: floorPlansKey(siteId) });
  };
  const save = async () => {
    setIsSaving(true);
    try {
      await store();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      await (error.code === 'editedMeanwhile' ? meet() : tell(error));
    } finally {
      setIsSaving(false);
    }
  };
  return {
    places,
    isDirty,
    isSaving,
    isMerged,
    canUndo,
    undo,
    discard: () => {
      begin(stored);
      setIsMerged(false);
    },
    place: (id: string, at: PlanPoint, by: 'pointer' | 'key' = 'pointer') =>
      change(withPlace(places, id, at), by === 'key' ? id : ''),
    remove: (id: string) => change(withoutPlace(places, id)),
    save: () => void save(),
  };
}
export type PlanEditing = ReturnType<typeof usePlanEditing>;

export type SiteCheckpoint = NonNullable<FloorPlans['checkpoints']>[number];
