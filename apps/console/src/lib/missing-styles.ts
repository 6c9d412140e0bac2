// Stylesheets that did not arrive, those of the page's head among them: pages would be drawn without them ever after.
import { fetchStyle } from './import-arrived.ts';

const missing = new Set<string>();

export function noteMissingStyles(): void {
  const note = ({ target }: Event) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== 'stylesheet') return;
    missing.add(target.href);
    target.remove();
  };
  // Such errors do not bubble.
  document.addEventListener('error', note, true);
}

/** Throws where one does not arrive this time either. */
export async function fetchMissingStyles(): Promise<void> {
  const fetchOne = async (href: string) => {
    await fetchStyle(href);
    missing.delete(href);
  };
  await Promise.all(Array.from(missing, fetchOne));
}
