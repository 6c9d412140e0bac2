// What was written in a form when the session ended: for anyone who wrote it, signed in again in the same tab at the same form.
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
  readonly lacksSecret: boolean;
}

/** By place. */
const kept = new Map<string, Kept>();
/** Those that somebody was told of. */
const told = new WeakSet<Kept>();

/** Who writes, and where; `name` tells dialogs of one page apart from its form. */
const placeNow = (name: string): string => [session.token() ?? '', window.location.hash, name].join(' ');

/** What the form begins with: what was kept for it, else what is stored. */
export function useKept<Base extends object, Draft extends object>(
  stored: Written<Base, Draft>,
  name = '',
): Written<Base, Draft> & { readonly isKept: boolean } {
  const [own] = useState(() => kept.get(placeNow(name)));
  useEffect(() => {
    // The page may be drawn again right after signing in.
    if (own === undefined || told.has(own)) return;
    told.add(own);
    toasts.info({ text: t(own.lacksSecret ? 'records.keptWithoutSecret' : 'records.kept') });
  }, [own]);
  return {
    base: Object.assign({ ...stored.base }, own?.base),
    draft: Object.assign({ ...stored.draft }, own?.draft),
    isKept: own !== undefined,
  };
}

/** Whether something was kept for anyone who is here now. */
export const hasKept = (name: string): boolean => kept.has(placeNow(name));

export const forgetKept = (name: string): boolean => kept.delete(placeNow(name));

interface KeepingOptions<Draft> {
  /** A field of which the value is not kept. */
  readonly secret?: keyof Draft & string;
  /** Of a dialog. */
  readonly name?: string;
}

/** Keeps what is written when the session ends, until it is saved, discarded, or left by anyone who is signed in. */
export function useKeeping<Draft extends object>(
  { base, draft }: Written<object, Draft>,
  isUnsaved: boolean,
  { secret, name = '' }: KeepingOptions<Draft> = {},
): void {
  const [place] = useState(() => placeNow(name));
  const keep = useEffectEvent(() => {
    if (!isUnsaved) return kept.delete(place);
    const lacksSecret = secret !== undefined && draft[secret] !== '';
    return kept.set(place, { base, draft: lacksSecret ? { ...draft, [secret]: '' } : draft, lacksSecret });
  });
  useEffect(() => onAppEvent('sessionEnded', () => void keep()), []);
  useEffect(() => {
    if (!isUnsaved) kept.delete(place);
  }, [isUnsaved, place]);
  useEffect(
    () => () => {
      if (session.isSignedIn() && placeNow(name) !== place) kept.delete(place);
    },
    [place, name],
  );
}
