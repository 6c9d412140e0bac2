// The incidents of a model company with their histories and photos, as if they had been reported and dealt with.
import { fieldTimeOf } from '@watchpost/domain/device-clock';
import type { FileStore } from '../platform/adapters/files/file-store.ts';
import type { Db } from '../platform/db/database.ts';
import { type Column, insertRows } from '../platform/db/insert-rows.queries.ts';
import type { Company } from './patrol-model/company.ts';
import { type CourseStep, coursesOf, type IncidentCourse } from './patrol-model/incident-course.ts';
import type { ModelIncident } from './patrol-model/incidents.ts';
import { Random } from './patrol-model/random.ts';
import { storePicture } from '../platform/pictures/store-picture.ts';
import { drawPicture, type Picture } from '../platform/pictures/draw-picture.ts';
import { drawScene } from './incident-scenes.ts';

interface DrawnPhoto {
  readonly id: string;
  /** When the server got it. */
  readonly atMs: number;
  readonly name: string;
  readonly picture: Picture;
}

/** Each picture costs the first start a fifth of a second. */
const photosMax = 12;

/** Photos by the incident's id; one with photos has one or two. */
async function drawnOf(
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

interface Person {
  readonly id: string;
  readonly name: string;
}

interface DemoIncident {
  readonly incident: ModelIncident;
  readonly course: IncidentCourse;
  readonly assignee: Person | null;
  readonly photos: readonly DrawnPhoto[];
}

interface HistoryRow {
  readonly id: string;
  readonly incidentId: string;
  readonly atMs: number;
  readonly kind: 'reported' | 'photos' | CourseStep['kind'];
  readonly actor: Person & { readonly kind: 'user' | 'guard' };
  readonly fromStatus: string | null;
  readonly toStatus: string | null;
  readonly comment: string;
  readonly changes: readonly { field: string; before: string; after: string }[];
}

export interface IncidentSeeding {
  readonly company: Company;
  readonly nowMs: number;
  readonly files: FileStore;
}

/** Writes incidents, which are in the order of their reports; the tenant's super admins see to them by turns. */
export async function insertIncidents(
  db: Db,
  incidents: readonly ModelIncident[],
  { company, nowMs, files }: IncidentSeeding,
): Promise<void> {
  const { id: tenantId, seed } = company;
  const people = await findControlRoom(db, tenantId);
  const courses = coursesOf(incidents, { seed, people: people.length, nowMs });
  const photos = await drawnOf(incidents, seed);
  const demoIncidents = incidents.flatMap((incident, at): DemoIncident[] => {
    const course = courses[at];
    if (course === undefined) return [];
    const given = course.steps.find(({ kind }) => kind === 'assigned');
    const assignee = given === undefined ? null : (people[given.person] ?? null);
    return [{ incident, course, assignee, photos: photos.get(incident.id) ?? [] }];
  });
  await insertRows(db, tenantId, 'incidents', incidentColumns, demoIncidents);
  const history = demoIncidents.flatMap((one) => historyOf(one, people, seed));
  await insertRows(db, tenantId, 'incident_history', historyColumns, history);
  await Promise.all(demoIncidents.map((one) => insertPhotos(db, tenantId, files, one)));
}

async function findControlRoom(db: Db, tenantId: string): Promise<Person[]> {
  const users = await db
    .selectFrom('users')
    .select(['id', 'first_name', 'last_name'])
    .where('tenant_id', '=', tenantId)
    .where('role', '=', 'superAdmin')
    .orderBy('email', 'desc')
    .execute();
  return users.map(({ id, first_name, last_name }) => ({ id, name: `${first_name} ${last_name}` }));
}

async function insertPhotos(
  db: Db,
  tenantId: string,
  files: FileStore,
  { incident, photos }: DemoIncident,
): Promise<void> {
  for (const { id, atMs, name, picture } of photos) {
    const owner = { scope: { db, tenantId }, ownerId: null };
    const fileId = await storePicture(files, owner, { id, name, purpose: 'image', picture });
    await db
      .insertInto('incident_photos')
      .values({
        tenant_id: tenantId,
        id,
        incident_id: incident.id,
        file_id: fileId,
        added_at: new Date(atMs),
      })
      .execute();
  }
}

const timestamp = (atMs: number): string => new Date(atMs).toISOString();
const lastAt = ({ course, incident }: DemoIncident): number =>
  course.steps.at(-1)?.atMs ?? incident.receivedAtMs;
const statusAt = ({ course, incident }: DemoIncident): number =>
  course.steps.findLast(({ status }) => status !== null)?.atMs ?? incident.receivedAtMs;

const incidentColumns: readonly Column<DemoIncident>[] = [
  { name: 'id', type: 'uuid', of: ({ incident }) => incident.id },
  { name: 'site_id', type: 'uuid', of: ({ incident }) => incident.site.id },
  { name: 'guard_id', type: 'uuid', of: ({ incident }) => incident.guard.id },
  { name: 'type', type: 'text', of: ({ incident }) => incident.type },
  { name: 'severity', type: 'text', of: ({ incident }) => incident.severity },
  { name: 'status', type: 'text', of: ({ course }) => course.status },
  { name: 'description', type: 'text', of: ({ incident }) => incident.text },
  { name: 'latitude', type: 'double precision', of: ({ incident }) => incident.position?.latitude ?? null },
  { name: 'longitude', type: 'double precision', of: ({ incident }) => incident.position?.longitude ?? null },
  { name: 'accuracy_metres', type: 'real', of: ({ incident }) => incident.position?.accuracyMetres ?? null },
  { name: 'assignee_id', type: 'uuid', of: ({ assignee }) => assignee?.id ?? null },
  { name: 'device_id', type: 'uuid', of: ({ incident }) => incident.guard.deviceId },
  { name: 'device_at_ms', type: 'bigint', of: ({ incident }) => fieldTimeOf(incident).atMs },
  { name: 'phone_at_ms', type: 'bigint', of: ({ incident }) => fieldTimeOf(incident).phoneAtMs },
  { name: 'clock_skew_ms', type: 'bigint', of: ({ incident }) => fieldTimeOf(incident).clockSkewMs },
  { name: 'reported_at', type: 'timestamptz', of: ({ incident }) => timestamp(incident.receivedAtMs) },
  { name: 'status_at', type: 'timestamptz', of: (demoIncidents) => timestamp(statusAt(demoIncidents)) },
  { name: 'created_at', type: 'timestamptz', of: ({ incident }) => timestamp(incident.receivedAtMs) },
  { name: 'updated_at', type: 'timestamptz', of: (demoIncidents) => timestamp(lastAt(demoIncidents)) },
  {
    name: 'version',
    type: 'smallint',
    of: ({ course }) => 1 + course.steps.filter(({ kind }) => kind !== 'comment').length,
  },
];

function historyOf(
  { incident, course, photos }: DemoIncident,
  people: readonly Person[],
  seed: number,
): HistoryRow[] {
  const random = new Random(seed, 'incident history', incident.id);
  const { guard, id: incidentId, receivedAtMs } = incident;
  const name = `${guard.firstName} ${guard.lastName}`;
  const plain = { incidentId, fromStatus: null, toStatus: null, comment: '', changes: [] };
  const byGuard = { ...plain, actor: { kind: 'guard' as const, id: guard.id, name } };
  const rows: HistoryRow[] = [
    { ...byGuard, id: random.uuidV7(receivedAtMs), atMs: receivedAtMs, kind: 'reported', toStatus: 'New' },
  ];
  for (const { atMs } of photos) {
    const changes = [{ field: 'photos', before: '', after: '1' }];
    rows.push({ ...byGuard, id: random.uuidV7(atMs), atMs, kind: 'photos', changes });
  }
  for (const { atMs, kind, status, comment, person } of course.steps) {
    const by = people[person];
    if (by === undefined) continue;
    const step = { ...plain, id: random.uuidV7(atMs), atMs, kind, comment, toStatus: status };
    const fromStatus = status === null ? null : status === 'Closed' ? 'Attended' : 'New';
    const changes = kind === 'assigned' ? [{ field: 'assignee', before: '', after: by.name }] : [];
    rows.push({ ...step, actor: { ...by, kind: 'user' }, fromStatus, changes });
  }
  return rows;
}

const historyColumns: readonly Column<HistoryRow>[] = [
  { name: 'id', type: 'uuid', of: ({ id }) => id },
  { name: 'incident_id', type: 'uuid', of: ({ incidentId }) => incidentId },
  { name: 'at', type: 'timestamptz', of: ({ atMs }) => timestamp(atMs) },
  { name: 'kind', type: 'text', of: ({ kind }) => kind },
  { name: 'actor_kind', type: 'text', of: ({ actor }) => actor.kind },
  { name: 'actor_id', type: 'uuid', of: ({ actor }) => actor.id },
  { name: 'actor_name', type: 'text', of: ({ actor }) => actor.name },
  { name: 'from_status', type: 'text', of: ({ fromStatus }) => fromStatus },
  { name: 'to_status', type: 'text', of: ({ toStatus }) => toStatus },
  { name: 'comment', type: 'text', of: ({ comment }) => comment },
  { name: 'changes', type: 'jsonb', of: ({ changes }) => JSON.stringify(changes) },
];
