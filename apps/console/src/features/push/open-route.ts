// What the service worker asks of open consoles: to show what a notification is about.

export interface OpenRoute {
  readonly kind: 'openRoute';
  readonly tenant: string;
  /** Route of the console; null to show what is there. */
  readonly link: string | null;
}

export function isOpenRoute(value: unknown): value is OpenRoute {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'openRoute';
}
