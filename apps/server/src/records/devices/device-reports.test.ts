// What phones report of themselves, tried by strangers who know the id of a phone and by phones with an app of before.
import { randomUUID } from 'node:crypto';
import { accountLimits } from '../../platform/access/account-limits.ts';
import { unprovedReportsPerMinute } from '@watchpost/domain/devices';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeGuard, makeSite, makeTenant, type MadeTenant, makeUser } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { type AppAge, SigningPhone } from '../../testing/signing-phone.ts';
import { anyone, type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;
let siteId: string;
let phone: SigningPhone;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  siteId = await makeSite(server.owner, tenant);
  admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
});

async function signedInPhone(age: AppAge = 'now', of = tenant): Promise<SigningPhone> {
  const guard = await makeGuard(server.owner, of, { siteIds: of === tenant ? [siteId] : [] });
  const made = new SigningPhone(server.app, of);
  await made.signIn(guard.employeeId, age);
  return made;
}

beforeEach(async () => {
  phone = await signedInPhone();
});

const read = async ({ deviceId }: SigningPhone) => {
  const { data } = (await admin('GET', '/secure/devices', { query: { limit: '100' } })).json();
  return data.find(({ id }: { id: string }) => id === deviceId);
};
const post = (body: object) => anyone(server.app, tenant)('POST', '/field/device', { body });
const wordTo = async (body: object): Promise<string> => (await post(body)).json().word;
/** What anyone who knows the id of the phone may say. */
const saidOf = ({ deviceId }: SigningPhone, more: object = {}) => ({ deviceId, waiting: 0, ...more });
const order = async (of: SigningPhone, wanted: string) => {
  const { version } = await read(of);
  return admin('POST', `/secure/devices/${of.deviceId}/orders`, { body: { order: wanted, version } });
};
const withoutProof = async (of: SigningPhone, said: Parameters<SigningPhone['report']>[0]) => {
  const { proof: _proof, ...rest } = await of.report(said);
  return rest;
};

describe('a stranger who knows the id of a phone', () => {
  test('[TRUTH-09] declares no phone wiped, and the phone goes on being asked to', async () => {
    await order(phone, 'wipe');
    await wordTo(saidOf(phone, { cleared: { lost: 0 } }));
    expect(await read(phone)).toMatchObject({
      status: 'wipeAsked',
      wipedAtMs: null,
      claimedWipeMs: expect.any(Number),
      claimedLost: 0,
    });
    expect(await wordTo(await phone.report())).toBe('clear');
    expect(await wordTo(await phone.report({ cleared: { lost: 2 } }))).toBe('stop');
    expect(await read(phone)).toMatchObject({
      status: 'wiped',
      isWipeProved: true,
      lostRecords: 2,
      claimedWipeMs: null,
    });
  });

  test('[TRUTH-09] changes nothing of what the phone proved: neither what waits nor its version nor when it was seen', async () => {
    await wordTo(await phone.report({ waiting: 4, appVersion: 'B7' }));
    await server.owner
      .updateTable('devices')
      .set({ last_seen_ms: 5, waiting_told_ms: 5 })
      .where('id', '=', phone.deviceId)
      .execute();
    await wordTo(saidOf(phone, { waiting: 0, appVersion: 'evil' }));
    const said = { waiting: 4, appVersion: 'B7', isReportProved: true, lastSeenMs: 5, waitingToldMs: 5 };
    expect(await read(phone)).toMatchObject(said);
  });

  test('[TRUTH-09] hears of a phone in use what is heard of one that there is not', async () => {
    const kept = ({ statusCode, headers, body }: Awaited<ReturnType<typeof post>>) => {
      const { date: _date, 'x-request-id': _id, ...same } = headers;
      return { statusCode, same, body };
    };
    const nobody = kept(await post({ deviceId: randomUUID(), waiting: 1 }));
    const somebody = kept(await post(saidOf(phone, { waiting: 1 })));
    expect(somebody).toEqual(nobody);
    const { proof } = await phone.report();
    expect(kept(await post({ deviceId: randomUUID(), waiting: 1, proof }))).toEqual(nobody);
    expect(kept(await post({ ...saidOf(phone), proof }))).toEqual(nobody);
  });

  test('[TRUTH-09] is slowed down by address, and phones that prove what they say are not', async () => {
    const quick = await testApp({ accountLimits });
    const [of, other] = [await makeTenant(quick.owner), await makeTenant(quick.owner)];
    const ask = (body: object, to = of) => anyone(quick.app, to)('POST', '/field/device', { body });
    const guard = await makeGuard(quick.owner, of);
    const own = new SigningPhone(quick.app, of);
    await own.signIn(guard.employeeId);
    let refused = 0;
    for (let at = 0; at < unprovedReportsPerMinute + 20; at += 1) {
      const { statusCode } = await ask({ deviceId: randomUUID(), waiting: 0 });
      if (statusCode === 429) refused += 1;
    }
    expect(refused).toBeGreaterThan(0);
    expect((await ask({ deviceId: own.deviceId, waiting: 9 })).statusCode).toBe(429);
    expect((await ask(await own.report({ waiting: 9 }))).statusCode).toBe(200);
    expect((await ask({ deviceId: randomUUID(), waiting: 0 }, other)).statusCode).toBe(200);
  });
});

describe('a report with a signature', () => {
  test('[FIELD-01] comes of a phone that is one row for all its guards, and has keys until it is wiped', async () => {
    const second = await makeGuard(server.owner, tenant, {
      siteIds: [await makeSite(server.owner, tenant, { name: 'Hill Store' })],
    });
    await phone.signIn(second.employeeId);
    const row = await read(phone);
    expect(row.guards.map(({ isClaim }: { isClaim: boolean }) => isClaim)).toEqual([false, false]);
    expect(row.guards[0].id).toBe(second.id);
    expect(row.sites.map(({ id }: { id: string }) => id)).toContain(siteId);
    expect([row.sites.length, row.hasKey]).toEqual([2, true]);
    await order(phone, 'wipe');
    expect(await wordTo(await phone.report({ cleared: { lost: 0 } }))).toBe('stop');
    expect(await read(phone)).toMatchObject({ status: 'wiped', hasKey: false, isWipeProved: true });
  });

  test('[TRUTH-09] is believed once: what was said before cannot be said again', async () => {
    await order(phone, 'wipe');
    const [early, wiped] = [await phone.report({ waiting: 7 }), await phone.report({ cleared: { lost: 3 } })];
    expect(await wordTo(wiped)).toBe('stop');
    expect(await wordTo(early)).toBe('stop');
    expect(await read(phone)).toMatchObject({ waiting: 0, lostRecords: 3 });
    await order(phone, 'allow');
    await order(phone, 'wipe');
    await wordTo(wiped);
    expect(await read(phone)).toMatchObject({ status: 'wipeAsked' });
  });

  test('[TRUTH-09] is not believed of anything but what was signed', async () => {
    const report = await phone.report({ waiting: 3 });
    for (const change of [{ waiting: 4 }, { appVersion: 'evil' }, { cleared: { lost: 0 } }]) {
      await wordTo({ ...report, ...change });
      expect(await read(phone)).toMatchObject({ isReportProved: false, status: 'active' });
    }
    await wordTo(report);
    expect(await read(phone)).toMatchObject({ isReportProved: true, waiting: 3 });
  });

  test('[TRUTH-09] is not believed by a key of another phone, or of one that was only claimed', async () => {
    const other = await signedInPhone();
    const claimant = new SigningPhone(server.app, tenant, phone.deviceId);
    await claimant.signIn((await makeGuard(server.owner, tenant, { siteIds: [siteId] })).employeeId);
    await order(phone, 'wipe');
    for (const stranger of [other, claimant]) {
      const { proof } = await stranger.report({ cleared: { lost: 0 } });
      await wordTo(saidOf(phone, { cleared: { lost: 0 }, proof }));
      expect(await read(phone)).toMatchObject({ status: 'wipeAsked', isReportProved: false });
    }
  });

  test('[TRUTH-09] to one company is nothing to another, though the phone has the same id and key there', async () => {
    const elsewhere = await makeTenant(server.owner);
    const there = new SigningPhone(server.app, elsewhere, phone.deviceId);
    for (const [employeeId, key] of phone.keys) {
      await makeGuard(server.owner, elsewhere, { employee_id: employeeId });
      there.keys.set(employeeId, key);
      await there.signIn(employeeId);
    }
    await wordTo(await there.report({ waiting: 8, no: 99 }));
    expect(await read(phone)).toMatchObject({ isReportProved: false });
  });

  test('[TRUTH-09] of two at once counts by its number, however they overtake each other', async () => {
    const reports = [];
    for (let waiting = 9; waiting >= 0; waiting -= 1) reports.push(await phone.report({ waiting }));
    await Promise.all(reports.toReversed().map(post));
    expect(await read(phone)).toMatchObject({ waiting: 0, isReportProved: true });
  });
});

describe('an app of before', () => {
  test('[TRUTH-09] goes on being answered, and what it reports is shown as not confirmed', async () => {
    const old = await signedInPhone('before');
    expect(await wordTo(await withoutProof(old, { waiting: 5, appVersion: 'A1' }))).toBe('goOn');
    expect(await read(old)).toMatchObject({ waiting: 5, appVersion: 'A1', isReportProved: false });
    await order(old, 'revoke');
    expect(await wordTo(await withoutProof(old, { waiting: 5 }))).toBe('stop');
    await order(old, 'wipe');
    expect(await wordTo(await withoutProof(old, { waiting: 0 }))).toBe('clear');
    expect(await wordTo(await withoutProof(old, { cleared: { lost: 2 } }))).toBe('stop');
    expect(await wordTo(await withoutProof(old, { cleared: { lost: 0 } }))).toBe('stop');
    expect(await read(old)).toMatchObject({ status: 'wipeAsked', claimedLost: 2, isWipeProved: false });
  });

  test('[TRUTH-09] without any key is taken at its word, which is shown as that', async () => {
    const old = await signedInPhone('keyless');
    await order(old, 'wipe');
    expect(await wordTo(saidOf(old, { cleared: { lost: 1 } }))).toBe('stop');
    expect(await read(old)).toMatchObject({ status: 'wiped', isWipeProved: false, lostRecords: 1 });
  });

  test('[TRUTH-09] may have been updated since: what its key signs is believed from then on', async () => {
    const old = await signedInPhone('before');
    await wordTo(await withoutProof(old, { waiting: 5 }));
    await wordTo(await old.report({ waiting: 4 }));
    expect(await read(old)).toMatchObject({ waiting: 4, isReportProved: true });
  });
});

test('[TRUTH-10] a claim to a phone makes it none of the claimant’s site, and says nothing of the phone', async () => {
  const otherSite = await makeSite(server.owner, tenant);
  const claimant = await makeGuard(server.owner, tenant, { siteIds: [otherSite] });
  const sub_admin_access = JSON.stringify({ DEVICES: ['view', 'edit'] });
  await server.owner
    .insertInto('tenant_settings')
    .values({ tenant_id: tenant.id, sub_admin_access })
    .onConflict((conflict) => conflict.column('tenant_id').doUpdateSet({ sub_admin_access }))
    .execute();
  const user = await makeUser(server.owner, tenant, { role: 'subAdmin', siteId: otherSite });
  const subAdmin = await browserOf(server, tenant, user.id);
  const { agent } = await read(phone);
  await new SigningPhone(server.app, tenant, phone.deviceId).signIn(claimant.employeeId);
  const seen = await read(phone);
  expect(seen.guards.find(({ id }: { id: string }) => id === claimant.id)).toMatchObject({ isClaim: true });
  expect([seen.agent, seen.sites.map(({ id }: { id: string }) => id)]).toEqual([agent, [siteId]]);
  const body = { order: 'wipe', version: seen.version };
  const reply = await subAdmin('POST', `/secure/devices/${phone.deviceId}/orders`, { body });
  expect(reply.statusCode).toBe(404);
});
