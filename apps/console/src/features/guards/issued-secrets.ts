// Field secrets that were issued and not put away yet. They are told once, and those before them have ended: so they
// outlast the page that asked for them.
import type { IssuedSecret } from '@watchpost/contract/guards';
import { keepTabOpen } from '../../lib/keep-tab-open.ts';

type Issued = readonly IssuedSecret[];

const none: Issued = [];

/** A guard's secret ends the one before. */
function withThese(before: Issued, secrets: Issued): Issued {
  const isEnded = ({ id }: IssuedSecret) => secrets.some((secret) => secret.id === id);
  return [...before.filter((secret) => !isEnded(secret)), ...secrets];
}

/** Called with whether the tab is to be held from now on. */
function holder(hold: () => () => void): (isNeeded: boolean) => void {
  let letGo: (() => void) | undefined;
  return (isNeeded) => {
    if (isNeeded) {
      letGo ??= hold();
      return;
    }
    letGo?.();
    letGo = undefined;
  };
}

/** `hold` has the browser ask before the tab is closed, until what it gives back is called. */
export function createIssuedSecrets(hold: () => () => void) {
  // By the users who issued them: somebody else may sign in in the same tab.
  const kept = new Map<string, Issued>();
  const issuing = new Set<string>();
  const listeners = new Set<() => void>();
  const holdWhile = holder(hold);
  let placesShown = 0;
  const changed = () => {
    holdWhile(kept.size + issuing.size > 0);
    for (const listener of listeners) listener();
  };
  return {
    /** The same array until it changes. */
    of: (issuer: string | undefined): Issued => kept.get(issuer ?? '') ?? none,
    isIssuing: (issuer: string | undefined): boolean => issuing.has(issuer ?? ''),
    /** Resolves to how many were made. Throws what `make` throws. */
    async issue(issuer: string, make: () => Promise<Issued>): Promise<number> {
      issuing.add(issuer);
      changed();
      try {
        const secrets = await make();
        if (secrets.length > 0) kept.set(issuer, withThese(kept.get(issuer) ?? none, secrets));
        return secrets.length;
      } finally {
        issuing.delete(issuer);
        changed();
      }
    },
    putAway(issuer: string | undefined): void {
      kept.delete(issuer ?? '');
      changed();
    },
    /** Called by a place that shows them; it calls what is given back once it shows them no more. */
    show(): () => void {
      placesShown += 1;
      changed();
      return () => {
        placesShown -= 1;
        changed();
      };
    },
    isShown: (): boolean => placesShown > 0,
    follow(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const issuedSecrets = createIssuedSecrets(keepTabOpen);
