// What was written in a form when the session ended: for whoever wrote it, signed in again in the same tab at the same form.
import { useEffect, useEffectEvent, useState } from 'react';
import { onAppEvent } from '../lib/app-events.ts';
import { session } from '../lib/current-session.ts';
import { t } from '../lib/labels.ts';
import { toasts } from '../ui/feedback/toasts.ts';

/** What a form began with, and what is written in it. */
export interface Written<Base extends object, Draft extends object> {
  readonly base: Base;
  readonly draft: Draft;
}

interface Kept extends Written<object, object> {
  readonly place: string;
  readonly lacksSecret: boolean;
}

let kept: Kept | null = null;
/** The last that somebody was told of. */
let told: Kept | null = null;

/** Who writes, and where. */
const placeNow = (): string => `${session.token() ?? ''} ${window.location.hash}`;

/** What the form begins with: what was kept for it, else what is stored. */
export function useKept<Base extends object, Draft extends object>(
  stored: Written<Base, Draft>,
): Written<Base, Draft> & { readonly isKept: boolean } {
  const [own] = useState(() => (hasKept() ? kept : null));
  useEffect(() => {
    // The page may be drawn anew right after signing in.
    if (own === null || told === own) return;
    told = own;
    toasts.info({ text: t(own.lacksSecret ? 'records.keptWithoutSecret' : 'records.kept') });
  }, [own]);
  return {
    base: Object.assign({ ...stored.base }, own?.base),
    draft: Object.assign({ ...stored.draft }, own?.draft),
    isKept: own !== null,
  };
}

function forget(place: string): void {
  if (kept?.place === place) kept = null;
}

/** Whether something was kept for whoever is here now. */
export const hasKept = (): boolean => kept?.place === placeNow();

export const forgetKept = (): void => forget(placeNow());

/**
 * Keeps what is written when the session ends, until the form is saved, discarded, or left by whoever is signed in.
 * What the field `secret` holds is not kept.
 */
export function useKeeping<Draft extends object>(
  { base, draft }: Written<object, Draft>,
  isUnsaved: boolean,
  secret?: keyof Draft & string,
): void {
  const [place] = useState(placeNow);
  const keep = useEffectEvent(() => {
    if (!isUnsaved) return forget(place);
    const lacksSecret = secret !== undefined && draft[secret] !== '';
    kept = { place, base, draft: lacksSecret ? { ...draft, [secret]: '' } : draft, lacksSecret };
  });
  useEffect(() => onAppEvent('sessionEnded', () => keep()), []);
  useEffect(() => {
    if (!isUnsaved) forget(place);
  }, [isUnsaved, place]);
  useEffect(
    () => () => {
      if (session.isSignedIn() && placeNow() !== place) forget(place);
    },
    [place],
  );
}
