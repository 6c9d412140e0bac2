// What the phone tells the office of itself, and what it does when the office has it stopped or cleared (decision 0016).
import { tellOffice } from '@watchpost/contract/field-devices';
import type { OfficeCommand } from '@watchpost/domain/devices';
import { ageMs, deviceTime, type Moment } from '../lib/device-time.ts';
import { ask } from '../lib/server.ts';
import {
  countRecords,
  openDatabase,
  type Settings,
  type SignedReport,
  type Clearance,
  write,
  type WriteTransaction,
} from './database.ts';
import { forgetDrafts } from './saved-drafts.ts';
import { notify } from './outbox-updates.ts';
import type { Session } from './records.ts';
import { type RunEnd, sendEverybodys, withOutboxLock } from './sending.ts';
import { readSettings } from './sessions.ts';
import { chainsOf, signReport } from './statements.ts';

/** While nothing is wrong, the office is told no more often than this. */
const meetEveryMs = 60_000;
let metAt: Moment | null = null;
let appBuild = '';

/** Names the build to the office. */
export function setAppBuild(build: string): void {
  appBuild = build;
}

/** One run: sends what waits, hears what the office wants, and does it. One tab or worker at a time. */
export async function runOutbox(): Promise<RunEnd> {
  return withOutboxLock(async () => {
    const end = await sendEverybodys();
    const isDue = end.kind === 'blocked' || metAt === null || ageMs(metAt) >= meetEveryMs;
    if (end.kind !== 'later' && isDue) await meetOffices();
    const after = (await clearAsked()) ?? end;
    return after.kind === 'blocked' ? { kind: 'empty' } : after;
  });
}

const clearanceOf = ({ office }: Settings, company: string): Clearance | undefined => office?.[company];

async function meetOffices(): Promise<void> {
  const sessions = await (await openDatabase()).getAll('sessions');
  const { office = {} } = await readSettings();
  const companies = new Set([...sessions.map(({ company }) => company), ...Object.keys(office)]);
  // Anyone who signs in next is heard of at once.
  if (companies.size > 0) metAt = deviceTime();
  for (const company of companies) await meetOffice(company);
}

async function meetOffice(company: string): Promise<void> {
  const clearance = clearanceOf(await readSettings(), company);
  const body =
    clearance?.kind === 'cleared' && !clearance.isTold
      ? (clearance.report ?? (await makeReport(company, { waiting: 0, cleared: { lost: clearance.lost } })))
      : await makeReport(company, { waiting: await countOf(company, 'waiting') });
  const outcome = await ask(tellOffice, { company, body });
  if (outcome.kind === 'done') await obey(company, outcome.reply.word, clearance);
}

/** With the proof of the keys that the phone has for the company; without one where it has none. */
async function makeReport(
  company: string,
  facts: Pick<SignedReport, 'waiting' | 'cleared'>,
): Promise<SignedReport> {
  const { deviceId } = await readSettings();
  const version = appBuild === '' ? {} : { appVersion: appBuild };
  const report = { deviceId, ...version, ...facts };
  const chains = chainsOf(await (await openDatabase()).getAll('chains'), { company, deviceId });
  if (chains.length === 0) return report;
  const proof = await signReport({ ...report, company, no: await nextNumber(company) }, chains);
  return proof === null ? report : { ...report, proof };
}

/** On the disk before it is used: no number is given twice. */
const nextNumber = (company: string): Promise<number> =>
  write(async (change) => {
    const store = change.objectStore('settings');
    const settings = await store.get('phone');
    const no = (settings?.reports?.[company] ?? 0) + 1;
    if (settings !== undefined) {
      await store.put({ ...settings, reports: { ...settings.reports, [company]: no } }, 'phone');
    }
    return no;
  });

async function sessionsOf(company: string): Promise<Session[]> {
  const all = await (await openDatabase()).getAll('sessions');
  return all.filter((session) => session.company === company);
}

async function countOf(company: string, state: 'waiting' | 'refused'): Promise<number> {
  let count = 0;
  for (const { owner } of await sessionsOf(company)) count += await countRecords(owner, state);
  return count;
}

async function obey(
  company: string,
  command: OfficeCommand,
  clearance: Clearance | undefined,
): Promise<void> {
  if (command === 'goOn' && clearance === undefined) return;
  if (command === 'stop' && clearance?.kind === 'stopped') return;
  if (command === 'clear' && clearance?.kind === 'clearing') return;
  await write(async (change) => {
    if (command === 'goOn') return putClearance(change, company, null);
    // Nothing is left to be deleted: the office has not heard, or not believed, that it was.
    if (command === 'clear' && clearance?.kind === 'cleared') {
      return putClearance(change, company, { ...clearance, isTold: false });
    }
    await withholdTokens(change, company);
    if (command === 'stop') {
      const next =
        clearance?.kind === 'cleared' ? { ...clearance, isTold: true } : { kind: 'stopped' as const };
      return putClearance(change, company, next);
    }
    // Whoever found the phone sees nothing more from here on; what was recorded is handed over first.
    await forgetPlans(change, company);
    await forgetDrafts(change, `${company}/`);
    await putClearance(change, company, { kind: 'clearing' });
    return undefined;
  });
  notify('changed');
}

async function putClearance(
  change: WriteTransaction,
  company: string,
  clearance: Clearance | null,
): Promise<void> {
  const store = change.objectStore('settings');
  const settings = await store.get('phone');
  if (settings === undefined) return;
  const { [company]: _before, ...others } = settings.office ?? {};
  const isOwn = settings.owner?.startsWith(`${company}/`) === true;
  const left = clearance?.kind === 'clearing' && isOwn ? { owner: null, employeeId: '' } : {};
  const office = clearance === null ? others : { ...others, [company]: clearance };
  await store.put({ ...settings, ...left, office }, 'phone');
}

/** They are of use for a handing over, should the office want one. */
async function withholdTokens(change: WriteTransaction, company: string): Promise<void> {
  const store = change.objectStore('sessions');
  for (const session of await store.getAll()) {
    if (session.company !== company || session.token === null) continue;
    await store.put({ ...session, token: null, heldToken: session.token });
  }
}

async function forgetPlans(change: WriteTransaction, company: string): Promise<void> {
  const own = IDBKeyRange.bound(`${company}/`, `${company}/\uffff`);
  await change.objectStore('plans').delete(own);
  await change.objectStore('shifts').delete(own);
}

/** Goes on with what is being cleared; null where nothing is. Records that can still be handed over are, before anything is deleted. */
async function clearAsked(): Promise<RunEnd | null> {
  const { office = {} } = await readSettings();
  const asked = Object.keys(office).filter((company) => office[company]?.kind === 'clearing');
  if (asked.length === 0) return null;
  const end = await sendEverybodys();
  if (end.kind === 'later') return end;
  for (const company of asked) {
    await clear(company);
    await meetOffice(company);
  }
  return { kind: 'empty' };
}

/** The keys sign what was lost before they are deleted; what was recorded in the meantime is counted again, and signed again. */
async function clear(company: string): Promise<void> {
  for (let isCleared = false; !isCleared; ) {
    const lost = (await countOf(company, 'waiting')) + (await countOf(company, 'refused'));
    const report = await makeReport(company, { waiting: 0, cleared: { lost } });
    isCleared = await deleteAll(company, { lost, report });
  }
  notify('changed');
}

interface Wipe {
  readonly lost: number;
  readonly report: SignedReport;
}

/**
 * Everything of the company leaves the phone at once, with the keys that its guards signed with. False, and nothing deleted,
 * where other records wait than were counted.
 */
function deleteAll(company: string, { lost, report }: Wipe): Promise<boolean> {
  const own = IDBKeyRange.bound(`${company}/`, `${company}/\uffff`);
  return write(async (change) => {
    const owners = await change.objectStore('sessions').getAllKeys(own);
    const outbox = change.objectStore('outbox');
    const counts = owners.flatMap((owner) =>
      (['waiting', 'refused'] as const).map((state) => outbox.index('byState').count([owner, state])),
    );
    const unsent = (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
    if (unsent !== lost) return false;
    for await (const cursor of outbox) {
      const { owner, entry } = cursor.value;
      if (!owner.startsWith(`${company}/`)) continue;
      if (entry.kind === 'photo') await change.objectStore('photos').delete(entry.id);
      await cursor.delete();
    }
    const chains = change.objectStore('chains');
    for (const chain of await chains.getAll()) if (chain.company === company) await chains.delete(chain.key);
    await forgetPlans(change, company);
    await change.objectStore('sessions').delete(own);
    await putClearance(change, company, { kind: 'cleared', lost, isTold: false, report });
    return true;
  });
}
