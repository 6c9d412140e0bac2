// What the files of the lists say, cell by cell: one record of each kind, each of whose values can be told from the others.
import { parseCsv } from 'hucre/csv';
import { beforeAll, expect, it } from 'vitest';
import {
  makeCheckpoint,
  makeGuard,
  makeIncident,
  makeRoute,
  makeShift,
  makeSite,
  makeTenant,
  makeUser,
  type MadeTenant,
} from '../../testing/factories.ts';
import { makeDevice } from '../../testing/make-device.ts';
import { makeClosedException } from '../../testing/make-exception.ts';
import { makeScheduledReport } from '../../testing/make-scheduled-report.ts';
import { makeTour } from '../../testing/make-tour.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;

const at = (clock: string) => Date.parse(`2026-03-04T${clock}:00Z`);
const position = { latitude: 18.5, longitude: 73.75 };

async function makeIncidents(siteId: string, guardId: string, assignee_id: string): Promise<void> {
  const id = await makeIncident(server.owner, tenant, siteId, {
    ...position,
    type: 'safetyHazard',
    description: 'Oil on the ramp',
    status: 'Attended',
    guard_id: guardId,
    assignee_id,
    reported_at: new Date(at('06:00')),
    status_at: new Date(at('06:30')),
  });
  await server.owner
    .insertInto('incident_history')
    .values({
      tenant_id: tenant.id,
      id,
      incident_id: id,
      at: new Date(at('06:00')),
      kind: 'reported',
      actor_kind: 'guard',
      actor_id: guardId,
      actor_name: 'Ravi Patil',
      from_status: null,
      to_status: 'New',
      flags: ['lostPhone'],
    })
    .execute();
}

beforeAll(async () => {
  server = await testApp();
  const { owner } = server;
  tenant = await makeTenant(owner);
  const user = await makeUser(owner, tenant);
  admin = await browserOf(server, tenant, user.id);
  const siteId = await makeSite(owner, tenant, {
    ...position,
    name: 'River Depot',
    address: '7 Quay Road',
    contact_name: 'Meera Shah',
    contact_phone: '9812345678',
  });
  const { id: guardId } = await makeGuard(owner, tenant, {
    employee_id: 'RD7',
    email: 'ravi@example.com',
    phone_number: '9898989898',
    siteIds: [siteId],
  });
  const others = [
    await makeGuard(owner, tenant, { siteIds: [siteId], secret_hash: null }),
    await makeGuard(owner, tenant, { siteIds: [siteId], secret_hash: null }),
  ];
  const roof = await makeCheckpoint(owner, tenant, siteId);
  const gate = await makeCheckpoint(owner, tenant, siteId, {
    latitude: 18.25,
    longitude: 73.5,
    name: 'North gate',
    radius_metres: 45,
    instructions: 'Try the lock',
    nfc_tag_id: '04A1B2C3',
  });
  await makeShift(owner, tenant, siteId, {
    name: 'Night',
    from_minute: 1_325,
    to_minute: 370,
    weekdays: [1, 7],
    guardIds: [guardId, ...others.map(({ id }) => id)],
  });
  const { routeId: route_id } = await makeRoute(owner, tenant, siteId, [gate, roof], {
    name: 'Fence',
    is_fixed_order: false,
  });
  const legs = [gate, roof].map(({ checkpointId: checkpoint_id }, index) => ({
    tenant_id: tenant.id,
    route_id,
    checkpoint_id,
    position: index + 1,
    expected_minutes: 9,
  }));
  await owner.insertInto('patrol_route_checkpoints').values(legs).execute();
  const tourId = await makeTour(owner, tenant, siteId, { name: 'Every noon', routeId: route_id });
  await owner
    .updateTable('patrol_tours')
    .set({ start_window_minutes: 12, grace_minutes: 8, valid_to: '2030-12-31', weekdays: [2, 3] })
    .where('id', '=', tourId)
    .execute();
  await owner
    .insertInto('tour_guards')
    .values({ tenant_id: tenant.id, tour_id: tourId, guard_id: guardId })
    .execute();
  await makeIncidents(siteId, guardId, user.id);
  await makeClosedException(owner, tenant, siteId, {
    severity: 4,
    kind: 'flagged',
    reasons: ['tooFast', 'wrongCode'],
    tour_name: 'Every noon',
    guard_id: guardId,
    owner_id: user.id,
    happened_at_ms: at('06:00'),
    opened_at_ms: at('06:10'),
    taken_at_ms: at('06:40'),
    closed_at_ms: at('07:10'),
    made_good_at_ms: at('07:20'),
  });
  await makeDevice(owner, tenant, siteId, {
    name: 'Torch 12',
    agent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/120.0',
    guardIds: [guardId],
    status: 'revoked',
    status_since_ms: at('05:00'),
    first_seen_ms: at('04:00'),
    last_seen_ms: at('05:00'),
    waiting: 6,
  });
  await makeScheduledReport(owner, tenant, siteId, {
    name: 'For the client',
    contents: ['incidents', 'missedRounds'],
    formats: ['pdf', 'csv'],
    language: 'mr',
    recipients: ['one@example.com', 'two@example.com'],
  });
  await makeScheduledReport(owner, tenant, siteId, {
    name: 'On closing',
    timing: JSON.stringify({ kind: 'event', event: 'incidentClosed', gatherMinutes: 30 }),
    contents: ['incidents'],
    recipients: ['one@example.com'],
  });
});

it.each([
  [
    'sites',
    'River Depot',
    'Name: River Depot | Address: 7 Quay Road | Contact: Meera Shah | Contact Phone: 9812345678 | Time Zone: Asia/Kolkata | Latitude: 18.5 | Longitude: 73.75 | Guards: 3 | Checkpoints: 2 | Status: Active',
  ],
  [
    'guards',
    'RD7',
    "Employee ID: RD7 | First Name: Ravi | Last Name: Patil | Email: ravi@example.com | Phone: '+91 9898989898 | Sites: River Depot | Field Secret: Issued | Status: Active",
  ],
  [
    'checkpoints',
    'North gate',
    'Name: North gate | Site: River Depot | Latitude: 18.25 | Longitude: 73.5 | Radius (m): 45 | Instructions: Try the lock | NFC Tag: 04A1B2C3 | Ways of scanning: QR, NFC, Screen, Typed | Routes: 1 | Status: Active',
  ],
  [
    'shifts',
    'Night',
    'Name: Night | Site: River Depot | From: 22:05 | To: 06:10 | Weekdays: Sun Sat | Guards: 3 | Time Zone: Asia/Kolkata | Status: Active',
  ],
  [
    'patrol-routes',
    'Fence',
    'Name: Fence | Site: River Depot | Order: Free | Checkpoints: 2 | Expected Minutes: 18 | Versions: 1 | Status: Active',
  ],
  [
    'patrol-tours',
    'Every noon',
    'Name: Every noon | Site: River Depot | Route: Fence | Weekdays: Mon Tue | Times: 12:00 | Shift:  | Guards: Ravi Patil | Start Window Minutes: 12 | Grace Minutes: 8 | Valid From: 2020-01-01 | Valid To: 2030-12-31 | Time Zone: Asia/Kolkata | Status: Active',
  ],
  [
    'incidents',
    'Oil on the ramp',
    'Reported: 04/03/26 11:30 AM | Site: River Depot | Type: Safety hazard | Severity: High | Status: Attended | Since: 04/03/26 12:00 PM | Description: Oil on the ramp | Reported By: Ravi Patil | Assigned To: Asha Kale | Photos: 0 | Doubts: From a lost phone | Latitude: 18.5 | Longitude: 73.75',
  ],
  [
    'exceptions',
    'Doubtful',
    'Happened: 04/03/26 11:30 AM | Kind: Doubtful | Severity: Critical | Status: Closed | Site: River Depot | Route: Night walk | Tour: Every noon | Guards: Ravi Patil | Reasons: Faster than anybody goes, Code of another checkpoint | Opened: 04/03/26 11:40 AM | Owner: Asha Kale | Minutes To Take: 30 | Minutes To Close: 60 | Closed: 04/03/26 12:40 PM | Outcome: False alarm | Closing Reason: The clock was wrong. | Made Good: 04/03/26 12:50 PM | Sent Late, Arrived: ',
  ],
  [
    'devices',
    'Torch 12',
    'Name: Torch 12 | Browser: Chrome, Linux | Guards: Ravi Patil (RD7) | Sites: River Depot | Status: Revoked | First Seen: 04/03/26 09:30 AM | Last Seen: 04/03/26 10:30 AM | Waiting: 6 | Confirmed: No | Signs: No',
  ],
  [
    'scheduled-reports',
    'For the client',
    'Name: For the client | Site: River Depot | When: Daily at 07:00 | Contents: Incidents, Missed rounds | Formats: pdf csv | Language: mr | Recipients: one@example.com, two@example.com | Time Zone: Asia/Kolkata | Status: Active',
  ],
  [
    'scheduled-reports',
    'On closing',
    'Name: On closing | Site: River Depot | When: After an incident is closed, gathered for 30 min | Contents: Incidents | Formats: pdf | Language: en | Recipients: one@example.com | Time Zone: Asia/Kolkata | Status: Active',
  ],
])(
  '[GRID-07] in the file of %s the row of %s says all that it holds, each value under its heading',
  async (path, name, cells) => {
    const request = { query: { format: 'csv' }, headers: { timezone: 'Asia/Kolkata' } };
    const { body } = await admin('GET', `/secure/${path}/export`, request);
    const [headings = [], ...rows] = parseCsv(body.replace(/^\uFEFF/, ''));
    const row = rows.find((each) => each.includes(name)) ?? [];
    expect(headings.map((heading, column) => `${heading}: ${row[column]}`).slice(0, -1)).toEqual(
      cells.split(' | '),
    );
  },
);
