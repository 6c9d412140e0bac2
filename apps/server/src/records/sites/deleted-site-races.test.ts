// Anyone who makes something at a site while another deletes it.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { makeSite, makeTenant, type MadeTenant } from '../../testing/factories.ts';
import { browserOfNew } from '../../testing/made-sessions.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  admin = await browserOfNew(server, tenant);
});

const place = { latitude: 18.5, longitude: 73.8 };
const made: Readonly<Record<string, (siteId: string) => [path: string, body: object]>> = {
  shift: (siteId) => [
    '/secure/shifts',
    { siteId, name: 'Day', fromMinute: 480, toMinute: 960, weekdays: [2], guardIds: [] },
  ],
  checkpoint: (siteId) => [
    '/secure/checkpoints',
    { siteId, name: 'Gate', ...place, radiusMetres: 20, instructions: '', nfcTagId: '' },
  ],
  incident: (siteId) => [
    '/secure/incidents',
    {
      siteId,
      type: 'fire',
      severity: 'high',
      description: 'Smoke',
      position: place,
      guardId: null,
      photoIds: [],
    },
  ],
  'sub admin': (siteId) => [
    `/secure/sites/${siteId}/sub-admins`,
    { email: `${randomUUID()}@example.com`, firstName: 'Meera', lastName: 'Rao' },
  ],
};

it.each(Object.entries(made))(
  '[MNG-01] no %s comes to be at a deleted site: of one who makes it and one who deletes the site at once, one is refused',
  async (_what, requestOf) => {
    for (let turn = 0; turn < 8; turn += 1) {
      const siteId = await makeSite(server.owner, tenant);
      const [path, body] = requestOf(siteId);
      const [making, deleting] = await Promise.all([
        admin('POST', path, { body }),
        admin('DELETE', `/secure/sites/${siteId}`),
      ]);
      expect([making.statusCode, deleting.statusCode]).toBeOneOf([
        [200, 409],
        [404, 200],
      ]);
    }
  },
);
