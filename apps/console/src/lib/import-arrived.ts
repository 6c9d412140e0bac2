// In place of the bundler's own helper (vite.config.ts): imports code once all of its files have arrived. Many browsers keep in
// mind that a module could not be fetched for as long as the page lives, and every later import of it would fail.

/** By address; what did not arrive is not among them, but for the page that a visit opens with. */
const arrivals = new Map<string, Promise<void>>();

let isOpening = true;

/** Until then the page that a visit opens with is imported while it is on its way: nothing would be lost by loading it again. */
export function endOpening(): void {
  isOpening = false;
}

function addLink(rel: string, href: string): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = rel;
  link.crossOrigin = '';
  link.href = href;
  document.head.append(link);
  return link;
}

/** By fetch(), since what a link of whatever kind failed to preload is remembered, too. The import finds it in the cache. */
async function fetchScript(href: string): Promise<void> {
  if (isOpening) {
    addLink('modulepreload', href);
    return;
  }
  const response = await fetch(href);
  if (!response.ok) throw new Error(`${href} came with status ${response.status}`);
  await response.arrayBuffer();
}

/** Puts a stylesheet into force; takes its link away and rejects where it does not arrive. */
export function fetchStyle(href: string): Promise<void> {
  const link = addLink('stylesheet', href);
  return new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve());
    link.addEventListener('error', () => {
      link.remove();
      reject(new Error(`No styles from ${href}`));
    });
  });
}

/** What the page's head names is there already, or on its way. */
const isInHead = (href: string) =>
  [...document.getElementsByTagName('link')].some((link) => link.href === href);

function arrival(href: string): Promise<void> {
  const started = arrivals.get(href);
  if (started !== undefined) return started;
  if (isInHead(href)) return Promise.resolve();
  const arriving = href.endsWith('.css') ? fetchStyle(href) : fetchScript(href);
  arrivals.set(href, arriving);
  arriving.catch(() => arrivals.delete(href));
  return arriving;
}

/** `files` are addresses as seen from `importer`. The bundler calls it by this name around every import(). */
export async function __vitePreload<Code>(
  code: () => Promise<Code>,
  files: readonly string[] = [],
  importer: string = import.meta.url,
): Promise<Code> {
  await Promise.all(files.map((file) => arrival(new URL(file, importer).href)));
  return code();
}
