// Which of the demo's incidents have photos: the latest that there is a picture for.
import type { ModelIncident } from './patrol-model/incidents.ts';
import { Random } from './patrol-model/random.ts';
import { drawPicture, type Picture } from '../platform/pictures/draw-picture.ts';
import { drawScene } from './incident-scenes.ts';

export interface DrawnPhoto {
  readonly id: string;
  /** When the server got it. */
  readonly atMs: number;
  readonly name: string;
  readonly picture: Picture;
}

/** Each picture costs the first start a fifth of a second. */
const photosMax = 12;

/** Photos by the incident's id; one with photos has one or two. */
export async function drawnOf(
  incidents: readonly ModelIncident[],
  seed: number,
): Promise<Map<string, DrawnPhoto[]>> {
  const drawn = new Map<string, DrawnPhoto[]>();
  const drawing: Promise<void>[] = [];
  for (const incident of incidents.toReversed()) {
    const random = new Random(seed, 'photos', incident.id);
    if (incident.story.scene === null || random.chance(0.25)) continue;
    for (let count = random.integer(1, 2); count > 0 && drawing.length < photosMax; count -= 1) {
      const atMs = incident.receivedAtMs + (3 - count) * random.integer(3_000, 9_000);
      const photos: DrawnPhoto[] = drawn.get(incident.id) ?? [];
      drawn.set(incident.id, photos);
      drawing.push(photoOf(incident, atMs, random).then((photo) => void photos.push(photo)));
    }
    if (drawing.length >= photosMax) break;
  }
  await Promise.all(drawing);
  for (const photos of drawn.values()) photos.sort((one, other) => one.atMs - other.atMs);
  return drawn;
}

async function photoOf({ story }: ModelIncident, atMs: number, random: Random): Promise<DrawnPhoto> {
  const id = random.uuidV7(atMs);
  const bytes = await drawScene(story.scene ?? 'boxes', new Random(id));
  return { id, atMs, name: `${story.type}.jpg`, picture: await drawPicture(bytes, 'image') };
}
