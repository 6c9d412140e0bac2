// A round of yesterday, what becomes of the records that it names, and all that tells of it.
import { randomUUID } from 'node:crypto';
import type { ScannedCheckpointsPage } from '@watchpost/contract/scanned-checkpoints';
import type { PlannedCheckpoint } from '@watchpost/domain/round-facts';
import { parseCsv } from 'hucre/csv';
import {
  type MadeTenant,
  makeCheckpoint,
  makeDuty,
  makeGuard,
  makeRound,
  makeRoute,
  makeSite,
  makeTenant,
  makeUser,
} from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import type { Caller, TestApp } from '../../testing/test-app.ts';
import { testFiles } from '../../testing/test-files.ts';
import { openReport } from '../scheduled-reports/make-report.service.ts';

export const listPath = '/secure/scanned-checkpoints';
export const walkedAtMs = Date.now() - 30 * 3_600_000;
const guardFields = { email: '', phoneNumber: '', countryCode: '+91', photo: '' };
const siteFields = {
  address: '',
  latitude: 18.52,
  longitude: 73.85,
  timeZone: 'Asia/Kolkata',
  contactName: '',
  contactPhone: '',
};
const positionFields = {
  latitude: 18.52,
  longitude: 73.85,
  radiusMetres: 30,
  instructions: '',
  nfcTagId: '',
};

interface Walked {
  readonly tenant: MadeTenant;
  readonly admin: Caller;
  readonly siteId: string;
  readonly guardId: string;
  readonly planned: PlannedCheckpoint;
  /** Scanned too, beside the plan. */
  readonly stray: PlannedCheckpoint;
}

/** The round of Asha Kale, EMP7, at the Mill. */
export async function walkedWorld(server: TestApp): Promise<WalkedWorld> {
  const { owner } = server;
  const tenant = await makeTenant(owner);
  const admin = await browserOf(server, tenant, (await makeUser(owner, tenant)).id);
  const siteId = await makeSite(owner, tenant, { name: 'Mill' });
  const named = { employee_id: 'EMP7', first_name: 'Asha', last_name: 'Kale' };
  const guard = await makeGuard(owner, tenant, { ...named, secret_hash: null, siteIds: [siteId] });
  const planned = await makeCheckpoint(owner, tenant, siteId, {
    name: 'Gate',
    latitude: 18.52,
    longitude: 73.85,
  });
  const stray = await makeCheckpoint(owner, tenant, siteId, {
    name: 'Roof',
    latitude: 18.53,
    longitude: 73.86,
  });
  const { versionId } = await makeRoute(owner, tenant, siteId, [planned]);
  const world = new WalkedWorld(server, { tenant, admin, siteId, guardId: guard.id, planned, stray });
  const counts = { total_check_points: 1, scanned_check_points: 1 };
  world.roundId = await world.walk({ route_version_id: versionId, ...counts });
  world.dutyId = await makeDuty(owner, tenant, {
    guard_id: guard.id,
    site_id: siteId,
    started_at_ms: walkedAtMs - 60_000,
    ended_at_ms: walkedAtMs + 3_600_000,
  });
  return world;
}

export class WalkedWorld implements Walked {
  readonly server: TestApp;
  readonly tenant: MadeTenant;
  readonly admin: Caller;
  readonly siteId: string;
  readonly guardId: string;
  readonly planned: PlannedCheckpoint;
  readonly stray: PlannedCheckpoint;
  roundId = '';
  dutyId = '';

  constructor(server: TestApp, { tenant, admin, siteId, guardId, planned, stray }: Walked) {
    this.server = server;
    this.tenant = tenant;
    this.admin = admin;
    this.siteId = siteId;
    this.guardId = guardId;
    this.planned = planned;
    this.stray = stray;
  }

  async walk(values: Partial<Parameters<typeof makeRound>[2]> = {}): Promise<string> {
    const { owner } = this.server;
    const id = await makeRound(owner, this.tenant, {
      site_id: this.siteId,
      guard_id: this.guardId,
      started_at_ms: walkedAtMs,
      ended_at_ms: walkedAtMs + 600_000,
      ...values,
    });
    const scans = [this.planned, this.stray].map(({ checkpointId }, index) => ({
      tenant_id: this.tenant.id,
      id: randomUUID(),
      round_id: id,
      checkpoint_id: checkpointId,
      guard_id: this.guardId,
      device_id: randomUUID(),
      device_at_ms: walkedAtMs + (index + 1) * 60_000,
      received_at_ms: walkedAtMs + (index + 1) * 60_000,
      clock_skew_ms: 0,
      method: 'qr',
      body_hash: Buffer.alloc(32),
    }));
    await owner.insertInto('scans').values(scans).execute();
    return id;
  }

  async send(method: 'PUT' | 'POST' | 'DELETE', path: string, body?: object): Promise<void> {
    const reply = await this.admin(method, path, body === undefined ? {} : { body });
    if (reply.statusCode >= 300) throw new Error(`${method} ${path}: ${reply.statusCode} ${reply.body}`);
  }

  async versionOf(path: string): Promise<number> {
    return (await this.admin('GET', path)).json().version;
  }

  async renameGuard(employeeId: string, firstName: string, lastName: string): Promise<void> {
    const path = `/secure/guards/${this.guardId}`;
    const body = { ...guardFields, employeeId, firstName, lastName, siteIds: [this.siteId] };
    await this.send('PUT', path, { ...body, version: await this.versionOf(path) });
  }

  async renameSite(name: string): Promise<void> {
    const path = `/secure/sites/${this.siteId}`;
    await this.send('PUT', path, { ...siteFields, name, version: await this.versionOf(path) });
  }

  async changeCheckpoint(id: string, change: object): Promise<void> {
    const path = `/secure/checkpoints/${id}`;
    await this.send('PUT', path, { ...positionFields, ...change, version: await this.versionOf(path) });
  }

  /** Every master record that the round names becomes another. */
  async changeAll(): Promise<void> {
    await this.renameGuard('EMP99', 'Anita', 'Rao');
    await this.renameSite('Harbour');
    for (const [id, name] of [
      [this.planned.checkpointId, 'Pier'],
      [this.stray.checkpointId, 'Crane'],
    ] as const) {
      await this.changeCheckpoint(id, { name, latitude: 19.1, longitude: 72.9, radiusMetres: 90 });
      await this.send('POST', '/secure/checkpoints/status', { ids: [id], activated: false });
    }
    await this.send('POST', '/secure/guards/status', { ids: [this.guardId], activated: false });
  }

  async listed(query: Record<string, string> = {}): Promise<ScannedCheckpointsPage['data']> {
    return (await this.admin('GET', listPath, { query })).json().data;
  }

  async csvOf(path: string, query: Record<string, string> = {}): Promise<string[][]> {
    const reply = await this.admin('GET', path, { query: { format: 'csv', ...query } });
    if (reply.statusCode !== 200) throw new Error(`${path}: ${reply.statusCode}`);
    return parseCsv(reply.body).map((row) => row.map(String));
  }

  async details(id = this.roundId) {
    return (await this.admin('GET', `${listPath}/${id}`)).json();
  }

  async rowsOf(id = this.roundId) {
    return (await this.admin('GET', `${listPath}/${id}/checkpoints`)).json().data;
  }

  async duty() {
    return (await this.admin('GET', `/secure/login-logout/${this.dutyId}`)).json();
  }

  /** All that the product tells of the round and its duty, wherever it tells it. */
  async histories() {
    const report = await openReport(testFiles(), this.server.owner, {
      name: 'All',
      tenantId: this.tenant.id,
      siteId: null,
      subjectIds: null,
      contents: ['scannedCheckpoints', 'loginLogout'],
      formats: ['csv'],
      language: 'en',
      timeZone: 'UTC',
      range: { fromMs: walkedAtMs - 3_600_000, toMs: walkedAtMs + 3_600_000 },
    });
    const files: string[] = [];
    for await (const { bytes } of report.files()) files.push(bytes.toString());
    const { session, checkpoints } = await this.duty();
    return {
      list: await this.listed(),
      details: await this.details(),
      checkpoints: await this.rowsOf(),
      file: await this.csvOf(`${listPath}/export`),
      duties: (await this.admin('GET', '/secure/login-logout')).json().data,
      duty: { session, checkpoints },
      dutyFile: await this.csvOf('/secure/login-logout/export'),
      report: files,
    };
  }
}
