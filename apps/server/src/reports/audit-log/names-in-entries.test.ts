// Whatever kind of record a field holds, the log calls it what it is called now, a deleted one too.
import { randomUUID } from 'node:crypto';
import type { AuditPage } from '@watchpost/contract/audit-log';
import { expect, it } from 'vitest';
import {
  makeCheckpoint,
  makeGuard,
  makeRoute,
  makeShift,
  makeSite,
  makeTenant,
  makeUser,
} from '../../testing/factories.ts';
import { browserOfNew } from '../../testing/made-sessions.ts';
import { testApp } from '../../testing/test-app.ts';
import { makeEntries } from './audit-entries.testing.ts';

const server = await testApp();
const { owner } = server;

it.each([{}, { activated: false, deleted_at: new Date() }])(
  'records with %j are called by their names, users without one by their addresses',
  async (state) => {
    const tenant = await makeTenant(owner);
    const caller = await browserOfNew(server, tenant);
    const site = await makeSite(owner, tenant, { name: 'Harbour', ...state });
    const { id: guard } = await makeGuard(owner, tenant, { first_name: 'Asha', last_name: '', ...state });
    const { checkpointId } = await makeCheckpoint(owner, tenant, site, { name: 'Gate', ...state });
    const { routeId } = await makeRoute(owner, tenant, site, [], { name: 'Fence', ...state });
    const shift = await makeShift(owner, tenant, site, { name: 'Night', ...state });
    const user = await makeUser(owner, tenant, { first_name: 'Ila', last_name: 'Joshi', activated: false });
    const email = `${randomUUID()}@example.com`;
    const nameless = await makeUser(owner, tenant, { first_name: '', last_name: '', email });
    const after = {
      site,
      guard,
      routes: [{ id: routeId, stops: [checkpointId] }],
      shift,
      user: user.id,
      owner: nameless.id,
    };
    await makeEntries(owner, tenant, 1, Date.UTC(2026, 4, 20), after);
    const page: AuditPage = (await caller('GET', '/secure/audit-log')).json();
    expect(page.names).toEqual({
      [site]: 'Harbour',
      [guard]: 'Asha',
      [checkpointId]: 'Gate',
      [routeId]: 'Fence',
      [shift]: 'Night',
      [user.id]: 'Ila Joshi',
      [nameless.id]: email,
    });
  },
);
