// A tenant into which a site, a guard and some records were imported, and what its administrator then sees.
import path from 'node:path';
import { expect } from 'vitest';
import { makeTenant, makeUser, type MadeTenant } from '../../testing/factories.ts';
import { browserOf } from '../../testing/made-sessions.ts';
import { databaseUrlOf, runCommand } from '../../testing/run-command.ts';
import type { Caller, TestApp } from '../../testing/test-app.ts';
import { type Imported, type Records, runImport, writeLines } from './run-import.testing.ts';

export const site = {
  id: 'site-7',
  siteName: 'Mall',
  email: 'mall@x.example',
  latitude: 18.5,
  longitude: 73.8,
};
export const guard = { id: 'guard-7', employeeId: 'E7', firstName: 'Asha', subAdminId: 'site-7' };
export const gate = { checkPointName: 'Gate', checkPointLatitude: 18.5, checkPointLongitude: 73.8 };
export const startMs = 1_700_000_000_000;
export const round = {
  employeeId: 'E7',
  scannedById: 'guard-7',
  subAdminId: 'site-7',
  scannedStartTime: startMs,
  scannedEndTime: startMs + 600_000,
  statusCode: 1010,
};

export interface ImportedWorld {
  readonly tenant: MadeTenant;
  readonly admin: Caller;
  readonly imported: Imported;
}

/** Imports them, beside the site and the guard unless others are given, from files below the folder. */
export async function takeRecords(
  server: TestApp,
  folder: string,
  records: Records,
  ...more: string[]
): Promise<ImportedWorld> {
  const tenant = await makeTenant(server.owner);
  const from = writeLines(path.join(folder, tenant.slug), { subAdmin: [site], guards: [guard], ...records });
  const imported = await runImport(server, tenant, from, ...more);
  expect([imported.code, imported.err]).toEqual([0, '']);
  const admin = await browserOf(server, tenant, (await makeUser(server.owner, tenant)).id);
  return { tenant, admin, imported };
}

export const listed = async (
  admin: Caller,
  noun: string,
  query: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>[]> => (await admin('GET', `/secure/${noun}`, { query })).json().data;

/** Cells of a file in CSV whose texts have neither commas nor line ends. */
export async function rowsOf(admin: Caller, address: string): Promise<string[][]> {
  const { body } = await admin('GET', address, { query: { format: 'csv' } });
  const lines = body
    .replace(/^\uFEFF/, '')
    .trim()
    .split(/\r?\n/);
  return lines.map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')));
}

export const verify = (server: TestApp) =>
  runCommand('verify.ts', [], { DATABASE_URL: databaseUrlOf(server.connection) });
