// One request that each endpoint about guards accepts (endpoint-samples.ts).
import { randomUUID } from 'node:crypto';
import type { SpareRecords } from './spare-records.ts';

interface World {
  readonly siteId: string;
  readonly guardId: string;
  readonly spare: Pick<SpareRecords, 'guard' | 'guardWithSite' | 'deletedGuard' | 'goneGuard'>;
}

/** Everybody makes one, so each has an employee id of its own. */
const guardSample = () => ({
  employeeId: randomUUID().replaceAll('-', ''),
  firstName: 'Ravi',
  lastName: 'Patil',
  email: 'ravi@example.com',
  phoneNumber: '9822012345',
  countryCode: '+91',
  siteIds: [],
  photo: '',
});

export const guardSamples = {
  listGuards: ({ siteId }: World) => ({
    query: { site: siteId, searchText: 'ravi', limit: '5', sortColumn: 'name' },
  }),
  exportGuards: () => ({ query: { format: 'csv' } }),
  getGuard: ({ guardId }: World) => ({ params: { id: guardId } }),
  getGuardDetails: ({ guardId }: World) => ({ params: { id: guardId } }),
  createGuard: () => ({ body: guardSample() }),
  updateGuard: ({ spare }: World) => ({
    params: { id: spare.guard() },
    body: { ...guardSample(), version: 1 },
  }),
  removeGuardFromSite: ({ spare, siteId }: World) => ({ params: { id: spare.guardWithSite(), siteId } }),
  setGuardStatus: ({ spare }: World) => ({ body: { ids: [spare.guard()], activated: false } }),
  deleteGuard: ({ spare }: World) => ({ params: { id: spare.guard() } }),
  restoreGuards: ({ spare }: World) => ({ body: { ids: [spare.deletedGuard()] } }),
  getGuardData: ({ guardId }: World) => ({ params: { id: guardId } }),
  eraseGuard: ({ spare }: World) => ({ params: { id: spare.goneGuard() }, body: { version: 1 } }),
  issueGuardSecrets: ({ spare }: World) => ({ body: { ids: [spare.guard()] } }),
};
