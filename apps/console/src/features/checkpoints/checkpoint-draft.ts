// A checkpoint as its form has it. Pure.
import { checkpointFields } from '@watchpost/contract/checkpoints';
import { defaultCheckpointMethods } from '@watchpost/domain/checkpoint-methods';
import { radiusDefaultMetres, radiusMaxMetres, radiusMinMetres } from '@watchpost/domain/checkpoints';
import { degreesOf } from '../../records/degrees.ts';
import { type DraftOf, newDraft } from '../../records/record-draft.ts';

export type CheckpointDraft = DraftOf<typeof checkpointFields>;

/** Nowhere yet: where it hangs is for somebody to say. */
export const newCheckpoint = (siteId: string, radiusMetres = String(radiusDefaultMetres)): CheckpointDraft =>
  newDraft(checkpointFields, {
    siteId,
    radiusMetres,
    nfcTagId: '',
    scanMethods: [...defaultCheckpointMethods],
  });

/** What can be drawn of the radius: what is written, within its bounds. */
export function radiusOf({ radiusMetres }: Pick<CheckpointDraft, 'radiusMetres'>): number {
  const metres = degreesOf(radiusMetres);
  return Number.isNaN(metres)
    ? radiusDefaultMetres
    : Math.min(radiusMaxMetres, Math.max(radiusMinMetres, metres));
}
