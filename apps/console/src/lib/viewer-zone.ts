// The zone that the console goes by: the viewer's own, or the company's where the viewer's is not known. Asking the browser
// builds a formatter each time, which a list would do for each of its times.
import { currentZoneName, defaultTimeZone, zoneNameHere } from '@watchpost/domain/zone-names';

const recheckMs = 10_000;
/** By the browser's name; null where that names no zone. */
let own: string | null = null;
let named = '';
let askedAtMs = Number.NEGATIVE_INFINITY;

/** Names that the server does not know, with the zone that it goes by in their place. */
const refused = new Map<string, string>();
const listeners = new Set<() => void>();
let readCompanyZone = (): string | undefined => undefined;

/** Some browsers answer Etc/Unknown, or nothing, where the machine's zone has no name. */
function askBrowser(): void {
  const nowMs = performance.now();
  if (nowMs - askedAtMs < recheckMs) return;
  askedAtMs = nowMs;
  const answered: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (answered === named) return;
  named = answered ?? '';
  const here = zoneNameHere(named);
  // An older browser knows a zone by the name before alone.
  own = here === null ? null : (zoneNameHere(currentZoneName(here)) ?? here);
}

/** A company that has chosen no zone has the product's; UTC where the browser does not know that one. */
const companyZone = (): string => zoneNameHere(readCompanyZone() || defaultTimeZone) ?? 'UTC';

/** IANA name of the zone whose days and times are shown; one that the machine changes is followed within ten seconds. */
export function viewerZone(): string {
  askBrowser();
  if (own === null) return companyZone();
  return refused.get(own) ?? own;
}

export interface ZoneStandIn {
  /** The name that the server does not know; empty where the browser gave none. */
  readonly unknown: string;
  /** The zone that the console goes by. */
  readonly zone: string;
}

/** Null while the console goes by the viewer's own zone. */
export function zoneStandIn(): ZoneStandIn | null {
  const zone = viewerZone();
  if (own === null) return { unknown: '', zone };
  return refused.has(own) ? { unknown: own, zone } : null;
}

/** `read` answers the zone that the company has chosen, if it has. */
export function takeCompanyZone(read: () => string | undefined): void {
  readCompanyZone = read;
}

/** The server does not know the zone that was sent, and goes by this one. */
export function takeStandIn(zone: string): void {
  const here = zoneNameHere(zone);
  if (own === null || here === null || here === own || refused.get(own) === here) return;
  refused.set(own, here);
  for (const listener of listeners) listener();
}

/** Calls when the server turns out not to know the viewer's zone. Returns the function that stops listening. */
export function onStandIn(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
