// One name for a zone that has two: run times call some zones by the name that they had before they were renamed.

/** Name that a run time may give, then the one that the time zone database has given it since. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Catamarca', 'America/Argentina/Catamarca'],
  ['America/Coral_Harbour', 'America/Atikokan'],
  ['America/Cordoba', 'America/Argentina/Cordoba'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Jujuy', 'America/Argentina/Jujuy'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['America/Mendoza', 'America/Argentina/Mendoza'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
]);

/** IANA name of the zone of a company that has chosen none. */
export const defaultTimeZone = 'Asia/Kolkata';

export const currentZoneName = (zone: string): string => renamed.get(zone) ?? zone;

const formerNames: ReadonlyMap<string, string> = new Map(
  [...renamed].map(([former, current]) => [current.toLowerCase(), former]),
);
/** Newer run times also take offsets such as +05:30, which are no zones and have no transitions. */
export const zoneNamePattern = /^[A-Za-z][A-Za-z0-9_+/-]{0,99}$/;
/** What a run time answers where the machine's zone has no name. */
const nameless = 'etc/unknown';

function isKnown(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).format(0) !== '';
  } catch {
    return false;
  }
}

/**
 * The name by which this run time knows an IANA zone, in whatever case it is written: the given one, or the one before it
 * was renamed. Null where it knows neither, and for what names no zone, such as Etc/Unknown and the empty name.
 */
export function zoneNameHere(zone: string): string | null {
  // First, since letters of other scripts may become those of a name in lower case.
  if (!zoneNamePattern.test(zone) || zone.toLowerCase() === nameless) return null;
  if (isKnown(zone)) return zone;
  const former = formerNames.get(zone.toLowerCase());
  return former !== undefined && isKnown(former) ? former : null;
}

/** The zones to choose from, by their names of today; `chosen` is among them whatever it is called. */
export function zoneChoices(chosen: string): readonly string[] {
  const known = Intl.supportedValuesOf('timeZone').map(currentZoneName).toSorted();
  return [...new Set([chosen, ...known])];
}
