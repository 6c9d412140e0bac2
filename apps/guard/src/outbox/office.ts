// What the phone tells the office of itself, and what it does when the office has it stopped or cleared (decision 0026).
import { tellOffice } from '@watchpost/contract/field-devices';
import type { OfficeWord } from '@watchpost/domain/devices';
import { ageMs, deviceTime, type Moment } from '../lib/device-time.ts';
import { ask } from '../lib/server.ts';
import {
  countRecords,
  openDatabase,
  type Settings,
  type Standing,
  write,
  type WriteTransaction,
} from './database.ts';
import { forgetDrafts } from './kept-drafts.ts';
import { tell } from './news.ts';
import type { Session } from './records.ts';
import { type RunEnd, sendEverybodys, withOutboxLock } from './sending.ts';
import { readSettings } from './sessions.ts';

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

const standingOf = ({ office }: Settings, company: string): Standing | undefined => office?.[company];

async function meetOffices(): Promise<void> {
  const sessions = await (await openDatabase()).getAll('sessions');
  const { office = {} } = await readSettings();
  const companies = new Set([...sessions.map(({ company }) => company), ...Object.keys(office)]);
  // Whoever signs in next is heard of at once.
  if (companies.size > 0) metAt = deviceTime();
  for (const company of companies) await meetOffice(company);
}

async function meetOffice(company: string): Promise<void> {
  const settings = await readSettings();
  const standing = standingOf(settings, company);
  const isNews = standing?.kind === 'cleared' && !standing.isTold;
  const outcome = await ask(tellOffice, {
    company,
    body: {
      deviceId: settings.deviceId,
      waiting: await countOf(company, 'waiting'),
      ...(appBuild === '' ? {} : { appVersion: appBuild }),
      ...(isNews ? { cleared: { lost: standing.lost } } : {}),
    },
  });
  if (outcome.kind === 'done') await obey(company, outcome.reply.word, standing);
}

async function sessionsOf(company: string): Promise<Session[]> {
  const all = await (await openDatabase()).getAll('sessions');
  return all.filter((session) => session.company === company);
}

async function countOf(company: string, state: 'waiting' | 'refused'): Promise<number> {
  let count = 0;
  for (const { owner } of await sessionsOf(company)) count += await countRecords(owner, state);
  return count;
}

async function obey(company: string, word: OfficeWord, standing: Standing | undefined): Promise<void> {
  if (word === 'goOn' && standing === undefined) return;
  if (word === 'stop' && standing?.kind === 'stopped') return;
  if (word === 'clear' && standing?.kind === 'clearing') return;
  await write(async (change) => {
    if (word === 'goOn') return putStanding(change, company, null);
    await holdTokens(change, company);
    if (word === 'stop') {
      const next =
        standing?.kind === 'cleared' ? { ...standing, isTold: true } : { kind: 'stopped' as const };
      return putStanding(change, company, next);
    }
    // Whoever found the phone sees nothing more from here on; what was recorded is handed over first.
    await forgetPlans(change, company);
    await forgetDrafts(change, `${company}/`);
    await putStanding(change, company, { kind: 'clearing' });
    return undefined;
  });
  tell('changed');
}

async function putStanding(
  change: WriteTransaction,
  company: string,
  standing: Standing | null,
): Promise<void> {
  const store = change.objectStore('settings');
  const settings = await store.get('phone');
  if (settings === undefined) return;
  const { [company]: _before, ...others } = settings.office ?? {};
  const isOwn = settings.owner?.startsWith(`${company}/`) === true;
  const left = standing?.kind === 'clearing' && isOwn ? { owner: null, employeeId: '' } : {};
  const office = standing === null ? others : { ...others, [company]: standing };
  await store.put({ ...settings, ...left, office }, 'phone');
}

/** They are of use for a handing over, should the office want one. */
async function holdTokens(change: WriteTransaction, company: string): Promise<void> {
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
    await clear(company, (await countOf(company, 'waiting')) + (await countOf(company, 'refused')));
    await meetOffice(company);
  }
  return { kind: 'empty' };
}

/** Everything of the company leaves the phone at once, with the keys that its guards signed with. */
async function clear(company: string, lost: number): Promise<void> {
  await write(async (change) => {
    const outbox = change.objectStore('outbox');
    for await (const cursor of outbox) {
      const { owner, entry } = cursor.value;
      if (!owner.startsWith(`${company}/`)) continue;
      if (entry.kind === 'photo') await change.objectStore('photos').delete(entry.id);
      await cursor.delete();
    }
    const chains = change.objectStore('chains');
    for (const chain of await chains.getAll()) if (chain.company === company) await chains.delete(chain.key);
    await forgetPlans(change, company);
    await change.objectStore('sessions').delete(IDBKeyRange.bound(`${company}/`, `${company}/\uffff`));
    await putStanding(change, company, { kind: 'cleared', lost, isTold: false });
  });
  tell('changed');
}
