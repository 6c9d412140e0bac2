// What switching a record off and on, and bringing one back, does to it and to anyone who edits it in the meantime.
import { beforeAll, describe, expect, it } from 'vitest';
import {
  makeCheckpoint,
  makeGuard,
  makeRoute,
  makeShift,
  makeSite,
  makeTenant,
} from '../../testing/factories.ts';
import { browserOfNew } from '../../testing/made-sessions.ts';
import { makeTour } from '../../testing/make-tour.ts';
import { type Caller, testApp } from '../../testing/test-app.ts';

let admin: Caller;
const ids = new Map<string, string>();

beforeAll(async () => {
  const server = await testApp();
  const { owner } = server;
  const tenant = await makeTenant(owner);
  admin = await browserOfNew(server, tenant);
  const site = await makeSite(owner, tenant);
  ids.set('sites', site);
  ids.set('guards', (await makeGuard(owner, tenant)).id);
  ids.set('checkpoints', (await makeCheckpoint(owner, tenant, site)).checkpointId);
  ids.set('shifts', await makeShift(owner, tenant, site));
  ids.set('patrol-routes', (await makeRoute(owner, tenant, site, [])).routeId);
  ids.set('patrol-tours', await makeTour(owner, tenant, site));
});

describe.each(['patrol-tours', 'patrol-routes', 'shifts', 'checkpoints', 'guards', 'sites'])(
  'of %s',
  (kind) => {
    const path = `/secure/${kind}`;
    const idOf = () => ids.get(kind) ?? '';
    const read = async (): Promise<{ activated: boolean; version: number }> =>
      (await admin('GET', `${path}/${idOf()}`)).json();
    const change = async (what: 'status' | 'restore', body: object) =>
      (await admin('POST', `${path}/${what}`, { body: { ids: [idOf()], ...body } })).json();

    it('[MNG-01] each switch makes a new version, so that no older edit is saved over it', async () => {
      const { version } = await read();
      for (const [steps, activated] of [
        [1, false],
        [2, true],
      ] as const) {
        expect(await change('status', { activated })).toEqual({ ids: [idOf()] });
        // Once more changes nothing.
        expect(await change('status', { activated })).toEqual({ ids: [] });
        expect(await read()).toMatchObject({ activated, version: version + steps });
      }
    });

    it('[MNG-01] nothing is brought back that was not deleted: who is deactivated stays so', async () => {
      await change('status', { activated: false });
      expect(await change('restore', {})).toEqual({ ids: [] });
      expect((await read()).activated).toBe(false);
      await change('status', { activated: true });
    });
  },
);
