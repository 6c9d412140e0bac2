// What was written in a form when the session ended: for whoever wrote it, signed in again in the same tab at the same form.
import { useEffect, useEffectEvent, useState } from 'react';
import { onAppEvent } from '../lib/app-events.ts';
import { session } from '../lib/current-session.ts';
import { t } from '../lib/labels.ts';
import { toasts } from '../ui/feedback/toasts.ts';

/** A form's fields, and the stored record that they began with. */
export interface Written<Draft extends object> {
  readonly base: { readonly draft: Draft; readonly version: number | null };
  readonly draft: Draft;
}

interface Kept extends Written<object> {
  readonly place: string;
}

let kept: Kept | null = null;
/** The last that somebody was told of. */
let told: Kept | null = null;

/** Who writes, and where. */
const placeNow = (): string => `${session.token() ?? ''} ${window.location.hash}`;

/** What the form begins with: what was kept for it, else what is stored. */
export function useKept<Draft extends object>(stored: Written<Draft>['base']): Written<Draft> {
  const [own] = useState(() => (kept?.place === placeNow() ? kept : null));
  useEffect(() => {
    // The page may be drawn anew right after signing in.
    if (own === null || told === own) return;
    told = own;
    toasts.info({ text: t('records.kept') });
  }, [own]);
  if (own === null) return { base: stored, draft: stored.draft };
  return {
    base: { version: own.base.version, draft: Object.assign({ ...stored.draft }, own.base.draft) },
    draft: Object.assign({ ...stored.draft }, own.draft),
  };
}

/** Keeps what is written when the session ends, until the form is left by whoever is signed in. */
export function useKeeping({ base, draft }: Written<object>, isUnsaved: boolean): void {
  const [place] = useState(placeNow);
  const keep = useEffectEvent(() => {
    kept = isUnsaved ? { place, base, draft } : null;
  });
  useEffect(() => onAppEvent('sessionEnded', () => keep()), []);
  useEffect(
    () => () => {
      const isLeft = session.isSignedIn() && placeNow() !== place;
      if (isLeft && kept?.place === place) kept = null;
    },
    [place],
  );
}
