// Stylesheets that did not arrive. The bundler asks for each but once, and would draw its page without it ever after.

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

function fetchStyle(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement('link');
    link.rel = 'stylesheet';
    link.crossOrigin = '';
    link.href = href;
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => reject(new Error(`No styles from ${href}`)));
    document.head.append(link);
  });
}

/** Throws where one does not arrive this time either. */
export async function fetchMissingStyles(): Promise<void> {
  const fetchOne = async (href: string) => {
    await fetchStyle(href);
    missing.delete(href);
  };
  await Promise.all(Array.from(missing, fetchOne));
}
