// Requests that the field's endpoints and those of its phones accept (endpoint-samples.ts).
import { randomUUID } from 'node:crypto';
import { testPassword } from './factories.ts';
import type { SpareRecords } from './spare-records.ts';

interface Named {
  readonly siteId: string;
  readonly guardId: string;
  readonly employeeId: string;
  readonly routeVersionId: string;
  readonly spare: SpareRecords;
}

const roundStarted = ({ routeVersionId }: Named) => ({
  kind: 'roundStarted',
  id: randomUUID(),
  routeVersionId,
  deviceAtMs: Date.now(),
});

export const deviceSamples = {
  fieldSignIn: ({ employeeId }: Named) => ({
    body: { employeeId, secret: testPassword, deviceId: randomUUID() },
  }),
  fieldSignOut: () => ({}),
  getFieldPlan: () => ({}),
  sendFieldEvent: (world: Named) => ({ body: { sentAtMs: Date.now(), event: roundStarted(world) } }),
  sendFieldEvents: (world: Named) => ({ body: { sentAtMs: Date.now(), events: [roundStarted(world)] } }),
  // Anyone who asks knows the id of one phone at most; this one is no one's.
  tellOffice: () => ({ body: { deviceId: randomUUID(), waiting: 0 } }),
  listDevices: ({ siteId, guardId }: Named) => ({
    query: {
      site: siteId,
      guard: guardId,
      status: 'active',
      searchText: 'night',
      sortColumn: 'waiting',
      limit: '5',
    },
  }),
  exportDevices: () => ({ query: { format: 'csv' } }),
  renameDevice: ({ spare }: Named) => ({
    params: { id: spare.device() },
    body: { name: 'Phone 7', version: 1 },
  }),
  orderDevice: ({ spare }: Named) => ({
    params: { id: spare.device() },
    body: { order: 'revoke', version: 1 },
  }),
};
