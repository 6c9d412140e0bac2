// What a link of a map, or a geo: address, says of a position.

const pair = String.raw`-?\d{1,3}(?:\.\d+)?`;
const linkIn = /(?:https?:\/\/|\bwww\.|\bmaps?\.[a-z]|\bgoo\.gl\/|\bgeo:)\S+/i;

/** Where maps put the pin, the surest first; each gives latitude and longitude. */
const pins: readonly RegExp[] = [
  // Google: places that are shown, of which the last was chosen.
  new RegExp(`^.*!3d(${pair})!4d(${pair})`),
  // OpenStreetMap's marker.
  new RegExp(`[?&]mlat=(${pair})&mlon=(${pair})`),
  new RegExp(`[?&]lat(?:itude)?=(${pair})&(?:lon|lng|long|longitude)=(${pair})`, 'i'),
  // geo:0,0?q= is how Android asks for what comes behind.
  new RegExp(`^geo:(?!0(?:\\.0+)?,0(?:\\.0+)?\\?)(${pair}),(${pair})`, 'i'),
  new RegExp(`[?&](?:cp|center|point|pin|to|coordinates?)=(?:point\\.)?(${pair})[,~_](${pair})`, 'i'),
];
/** Of a link without a place: its middle is what was meant. */
const middles: readonly RegExp[] = [
  new RegExp(`/@(${pair}),(${pair})`),
  new RegExp(`#map=\\d+(?:\\.\\d+)?/(${pair})/(${pair})`),
];
/** What was looked for, which may be a position in any writing. */
const asked = /(?:[?&](?:q|query|ll|destination|daddr|sll)=(?:loc:)?|\/(?:place|search)\/)([^&#/@?]+)/gi;

/** Texts that may be the position, the likeliest first, none for a link that says none; null for what is no link. */
export function textsInLink(text: string): string[] | null {
  const found = linkIn.exec(text)?.[0];
  if (found === undefined) return null;
  const link = decoded(found);
  const inPins = pins.flatMap((pattern) => pairsOf(pattern.exec(link)));
  const words = [...link.matchAll(asked)].map(([, text = '']) => text.replace(/\(.*$/, ''));
  const hasPlace = /\/(?:place|search|dir)\//i.test(link);
  const inMiddle = hasPlace ? [] : middles.flatMap((pattern) => pairsOf(pattern.exec(link)));
  return [...inPins, ...words.filter((text) => !linkIn.test(text)), ...inMiddle];
}

function pairsOf(match: RegExpExecArray | null): string[] {
  const [, latitude, longitude] = match ?? [];
  return latitude === undefined || longitude === undefined ? [] : [`${latitude}, ${longitude}`];
}

function decoded(link: string): string {
  const spaced = link.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
