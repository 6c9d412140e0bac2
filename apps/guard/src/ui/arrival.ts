// Another screen has come: a keyboard and a screen reader begin at its title, and the browser's own title says which it is.

interface Heading {
  readonly ownerDocument: { readonly activeElement: unknown; readonly body: unknown };
  focus(options: FocusOptions): void;
}

let last: { readonly heading: Heading; readonly title: string } | null = null;

/**
 * The focus goes to the title of a screen that has come, or goes by another title, unless something has it already. Whoever
 * opens the app begins where the browser does.
 */
export function arriveAt(heading: Heading, title: string): void {
  const before = last;
  last = { heading, title };
  if (before === null || (before.heading === heading && before.title === title)) return;
  const { activeElement, body } = heading.ownerDocument;
  if (activeElement === null || activeElement === body) heading.focus({ preventScroll: true });
}

/** What the browser calls the page. */
export const pageTitle = (screen: string, product: string): string =>
  product === '' || product === screen ? screen : `${screen} · ${product}`;
