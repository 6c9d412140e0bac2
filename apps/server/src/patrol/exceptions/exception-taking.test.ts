import { beforeAll, describe, expect, it } from 'vitest';
import { makeException } from '../../testing/make-exception.ts';
import { testApp } from '../../testing/test-app.ts';
import { makeExceptionWorld } from './exceptions.testing.ts';

let world: Awaited<ReturnType<typeof makeExceptionWorld>>;
let server: Awaited<ReturnType<typeof testApp>>;

beforeAll(async () => {
  server = await testApp();
  world = await makeExceptionWorld(server);
});

const make = () => makeException(server.owner, world.tenant, world.siteId, {});
const read = async (id: string) => (await world.admin('GET', `/secure/exceptions/${id}`)).json();
const at = (id: string, version = 1) => ({ id, version });
const take = (items: object[], by = world.admin) =>
  by('POST', '/secure/exceptions/take', { body: { items } });

describe('exceptions that are taken in hand', () => {
  it('counts as taken since somebody first took it, even after others take it over', async () => {
    const id = await make();
    await take([at(id)]);
    const taken_at_ms = Date.now() - 3_600_000;
    await server.owner.updateTable('exceptions').set({ taken_at_ms }).where('id', '=', id).execute();
    await world.admin('POST', '/secure/exceptions/assign', {
      body: { items: [at(id, 2)], userId: world.subAdminId },
    });
    expect((await read(id)).exception).toMatchObject({
      owner: { id: world.subAdminId },
      takenAtMs: taken_at_ms,
    });
  });

  it('are taken, but for those that somebody else has, which are left there unless they are taken over', async () => {
    const [free, own, others] = [await make(), await make(), await make()];
    await take([at(own)]);
    await take([at(others)], world.subAdmin);
    const reply = (await take([at(free), at(own, 2), at(others, 2)])).json();
    expect(reply).toEqual({
      changed: [
        { id: free, version: 2 },
        { id: own, version: 2 },
      ],
      conflicts: [],
      left: [others],
    });
    expect((await read(others)).exception).toMatchObject({ version: 2, owner: { id: world.subAdminId } });
    expect((await read(others)).history).toMatchObject([{ kind: 'taken' }]);

    const body = { items: [at(others, 2)], takesOver: true };
    const over = await world.admin('POST', '/secure/exceptions/take', { body });
    expect(over.json()).toEqual({ changed: [{ id: others, version: 3 }], conflicts: [], left: [] });
    expect((await read(others)).exception.owner.id).toBe(world.adminId);
    const entries = await server.owner
      .selectFrom('audit_entries')
      .select(['action', 'before'])
      .where('subject_id', '=', others)
      .orderBy('id')
      .execute();
    expect(entries).toMatchObject([
      { action: 'exception.taken', before: { owner: '' } },
      { action: 'exception.taken', before: { owner: 'Rohan Kale' } },
    ]);
  });
});
