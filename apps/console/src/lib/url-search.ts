// The query of the current route as text, for screens that keep their state in the URL.
import { useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback, useState } from 'react';

export type UrlSearch = Readonly<Record<string, string | undefined>>;

interface ChangeOptions {
  /** True leaves no step in the history, e.g. while typing. */
  readonly replace?: boolean;
}

/**
 * Current values, and a function that changes some of them; undefined takes one away. For pages: one that is being left
 * keeps its values to the end, so that it asks for nothing by those of the next.
 */
export function useUrlSearch(): [UrlSearch, (change: UrlSearch, options?: ChangeOptions) => void] {
  const router = useRouter();
  const [path] = useState(() => router.state.location.pathname);
  const current = useRouterState({
    select: ({ location }) => (location.pathname === path ? location.searchStr : null),
  });
  const [stored, setStored] = useState(current ?? '');
  if (current !== null && current !== stored) setStored(current);
  const text = current ?? stored;
  const change = useCallback(
    (values: UrlSearch, options: ChangeOptions = {}) => {
      const { pathname, searchStr } = router.state.location;
      const query = new URLSearchParams(searchStr);
      for (const [name, value] of Object.entries(values))
        if (value === undefined || value === '') query.delete(name);
        else query.set(name, value);
      const next = query.toString();
      const address = next === '' ? pathname : `${pathname}?${next}`;
      if (options.replace === true) router.history.replace(address);
      else router.history.push(address);
    },
    [router],
  );
  return [Object.fromEntries(new URLSearchParams(text)), change];
}
