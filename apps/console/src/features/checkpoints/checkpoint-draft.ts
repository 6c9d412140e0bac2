// A checkpoint as its form holds it: figures are text until it is saved. Pure.
import type { CheckpointRow } from '@watchpost/contract/checkpoints';
import { type CheckpointMethod, defaultCheckpointMethods } from '@watchpost/domain/checkpoint-methods';
import { radiusDefaultMetres, radiusMaxMetres, radiusMinMetres } from '@watchpost/domain/checkpoints';
import { degreesOf } from '../../records/degrees.ts';

export interface CheckpointDraft {
  readonly siteId: string;
  readonly name: string;
  readonly latitude: string;
  readonly longitude: string;
  readonly radiusMetres: string;
  readonly instructions: string;
  readonly nfcTagId: string;
  readonly scanMethods: readonly CheckpointMethod[];
}

/** Nowhere yet: where it hangs is for somebody to say. */
export const emptyDraft = (siteId: string, radiusMetres = String(radiusDefaultMetres)): CheckpointDraft => ({
  siteId,
  name: '',
  latitude: '',
  longitude: '',
  radiusMetres,
  instructions: '',
  nfcTagId: '',
  scanMethods: defaultCheckpointMethods,
});

export function draftOf(checkpoint: CheckpointRow): CheckpointDraft {
  const { siteId, name, latitude, longitude, radiusMetres, instructions, nfcTagId, scanMethods } = checkpoint;
  return {
    siteId,
    name,
    latitude: String(latitude),
    longitude: String(longitude),
    radiusMetres: String(radiusMetres),
    instructions,
    nfcTagId,
    scanMethods,
  };
}

/** What the contract's schema takes; a site that is not chosen is none. */
export function inputOf({ siteId, latitude, longitude, radiusMetres, ...draft }: CheckpointDraft): unknown {
  return {
    ...draft,
    siteId: siteId === '' ? undefined : siteId,
    latitude: degreesOf(latitude),
    longitude: degreesOf(longitude),
    radiusMetres: degreesOf(radiusMetres),
  };
}

/** What can be drawn of the radius: what is written, within its bounds. */
export function radiusOf({ radiusMetres }: Pick<CheckpointDraft, 'radiusMetres'>): number {
  const metres = degreesOf(radiusMetres);
  return Number.isNaN(metres)
    ? radiusDefaultMetres
    : Math.min(radiusMaxMetres, Math.max(radiusMinMetres, metres));
}
