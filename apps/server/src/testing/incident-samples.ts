// Requests that the endpoints of incidents accept (endpoint-samples.ts).
import { randomUUID } from 'node:crypto';
import { type Form, formOf, plainPicture } from './test-files.ts';

interface Named {
  readonly siteId: string;
  readonly guardId: string;
  readonly superAdminId: string;
  readonly spare: { readonly incident: () => string; readonly shownIncident: () => string };
}

interface Sample {
  readonly form?: Form;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly answers?: number;
}

const pictureBytes = await plainPicture();

const fields = ({ siteId, guardId }: Named) => ({
  siteId,
  type: 'fire',
  severity: 'high',
  description: 'Smoke from the generator room',
  position: { latitude: 18.5, longitude: 73.8 },
  guardId,
});

const report = ({ siteId }: Named) => ({
  id: randomUUID(),
  siteId,
  type: 'theft',
  severity: 'low',
  description: 'A bicycle is gone',
  deviceAtMs: Date.now(),
  position: null,
});

export const incidentSamples: Readonly<Record<string, (world: Named) => Sample>> = {
  listIncidents: ({ siteId }) => ({
    query: { site: siteId, searchText: 'smoke', limit: '5', sortColumn: 'severity', state: 'New' },
  }),
  exportIncidents: () => ({ query: { format: 'csv' } }),
  listIncidentPeople: ({ siteId }) => ({ query: { site: siteId } }),
  getIncident: ({ spare }) => ({ params: { id: spare.shownIncident() } }),
  createIncident: (world) => ({ body: { ...fields(world), photoIds: [] } }),
  updateIncident: (world) => ({
    params: { id: world.spare.incident() },
    body: { ...fields(world), version: 1 },
  }),
  changeIncidentStatus: ({ spare }) => ({
    params: { id: spare.incident() },
    body: { status: 'Attended', comment: '', version: 1 },
  }),
  assignIncident: ({ spare, superAdminId }) => ({
    params: { id: spare.incident() },
    body: { userId: superAdminId, version: 1 },
  }),
  commentOnIncident: ({ spare }) => ({ params: { id: spare.shownIncident() }, body: { comment: 'Seen' } }),
  // No sample has uploaded a picture, nor holds an incident that has one.
  addIncidentPhotos: ({ spare }) => ({
    params: { id: spare.shownIncident() },
    body: { photoIds: [randomUUID()] },
    answers: 404,
  }),
  getIncidentPhoto: ({ spare }) => ({
    params: { id: spare.shownIncident(), fileId: randomUUID() },
    query: { size: '96' },
    answers: 404,
  }),
  exportIncidentReport: ({ spare }) => ({ params: { id: spare.shownIncident() } }),
  sendFieldIncident: (world) => ({ body: { sentAtMs: Date.now(), incident: report(world) } }),
  sendFieldIncidentPhoto: () => ({
    params: { id: randomUUID(), photoId: randomUUID() },
    form: formOf(pictureBytes),
    answers: 404,
  }),
};
