// Which related records the person who asks for an evidence file may see.
import type { RelatedKind } from '@watchpost/domain/evidence/evidence-file';
import { isPermitted } from '@watchpost/domain/permissions';
import type { ConsoleCaller } from '../../platform/access/caller.ts';

export interface RelatedOptions {
  readonly incidents: boolean;
  readonly calls: boolean;
}

/** Answers and notes are shown with the round; incidents and calls for help have permissions of their own. */
export function relatedOptionsOf({
  role,
  switches,
}: Pick<ConsoleCaller, 'role' | 'switches'>): RelatedOptions {
  return {
    incidents: isPermitted(role, 'INCIDENTS:view', switches),
    calls: isPermitted(role, 'DASHBOARD:view', switches),
  };
}

export function includedKinds({ incidents, calls }: RelatedOptions): RelatedKind[] {
  return ['answers', ...(incidents ? (['incidents'] as const) : []), ...(calls ? (['calls'] as const) : [])];
}
