// What lists, searches and exports tell of another site and another tenant: the same questions before anything is there
// and after, to be answered the same.
import { allEndpoints } from '@watchpost/contract/all-endpoints';
import type { Endpoint } from '@watchpost/contract/endpoint';
import type { Db } from '../platform/db/database.ts';
import { Random } from '../demo/patrol-model/random.ts';
import type { AskedServer } from './asked-server.ts';
import { makeWorld, type Sample, sampleOf, type SampleWorld } from './endpoint-samples.ts';
import {
  ask,
  type Elsewhere,
  type ForeignCaller,
  grantEverything,
  idsByTable,
  makeCallers,
  makeUsedWorld,
} from './foreign-callers.ts';
import type { MadeTenant } from './factories.ts';
import { idPattern } from './id-paths.ts';
import { variantsOf } from './query-variants.ts';
import type { Answer } from './reply-shapes.ts';

export interface OracleFindings {
  /** By who asked and what came between. */
  readonly questions: ReadonlyMap<string, number>;
  readonly endpoints: ReadonlySet<string>;
  /** Answers that something elsewhere changed, or that named something there. */
  readonly leaks: readonly string[];
}

interface Question {
  readonly caller: ForeignCaller;
  readonly endpoint: Endpoint;
  readonly sample: Sample;
}

interface Extent {
  readonly seed: number;
  /** Questions of each endpoint at most. */
  readonly each: number;
  /** Of the other tenant, every endpoint was asked once. */
  readonly isUsed: boolean;
}

const searched = ['a', 'Asha', 'Site', '%', '_', 'no such thing'];

export async function askOracles(server: AskedServer, extent: Extent): Promise<OracleFindings> {
  const { owner } = server;
  const own = await makeWorld(owner);
  await grantEverything(owner, own.tenant);
  const questions = questionsOf(await makeCallers(owner, own), own, extent);
  const found: Found = { questions: new Map(), endpoints: new Set(), leaks: [] };
  const make = (whose: Elsewhere) =>
    whose === 'otherTenant' ? idsOfNewTenant(server, extent) : idsOfNewSite(owner, own.tenant);
  const changesAgain = async (question: Question, whose: Elsewhere) => {
    const before = await answerTo(server, own, question);
    await make(whose);
    const after = await answerTo(server, own, question);
    return withoutChance(before) !== withoutChance(after);
  };
  // Some leave a trace of their own, such as a signed head of the log.
  await answersTo(server, own, questions);
  let before = await answersTo(server, own, questions);
  for (const whose of ['otherTenant', 'otherSite'] as const) {
    const foreign = await make(whose);
    const after = await answersTo(server, own, questions);
    for (const [at, question] of questions.entries()) {
      if (!question.caller.hidden.includes(whose)) continue;
      const key = `${question.caller.name}, ${whose}`;
      found.questions.set(key, (found.questions.get(key) ?? 0) + 1);
      found.endpoints.add(question.endpoint.name);
      const facts = {
        before: before[at] ?? '',
        after: after[at] ?? '',
        again: () => answerTo(server, own, question),
      };
      const change = namedIn(facts.after, question, foreign) ?? (await changeOf(facts));
      const leak =
        change !== null && endsNow(question) && !(await changesAgain(question, whose)) ? null : change;
      if (leak !== null) {
        found.leaks.push(
          `${key}, ${question.endpoint.name} ${JSON.stringify(question.sample.query ?? {})}: ${leak}`,
        );
      }
    }
    before = after;
  }
  return found;
}

/** A range that ends now has other hours as time goes by. */
const endsNow = ({ sample: { query = {} } }: Question): boolean => query['range']?.includes('Hour') === true;

interface Found {
  readonly questions: Map<string, number>;
  readonly endpoints: Set<string>;
  readonly leaks: string[];
}

async function idsOfNewTenant(server: AskedServer, { isUsed }: Extent): Promise<ReadonlySet<string>> {
  const { tenant } = await (isUsed ? makeUsedWorld(server) : makeWorld(server.owner));
  return new Set((await idsByTable(server.owner, tenant.id, null)).values());
}

async function idsOfNewSite(owner: Db, tenant: MadeTenant): Promise<ReadonlySet<string>> {
  const { siteId, superAdminId, guardId } = await makeWorld(owner, tenant);
  // Super admins are of every site.
  await owner.updateTable('users').set({ role: 'subAdmin' }).where('id', '=', superAdminId).execute();
  const user = { tenant_id: tenant.id, user_id: superAdminId, site_id: siteId };
  await owner.insertInto('sub_admins').values(user).execute();
  const ids = await idsByTable(owner, tenant.id, siteId);
  return new Set([...ids.values(), siteId, superAdminId, guardId]);
}

function namedIn(answer: string, { sample }: Question, foreign: ReadonlySet<string>): string | null {
  const asked = JSON.stringify(sample.query ?? {});
  const named = answer.match(idPattern)?.find((id) => foreign.has(id) && !asked.includes(id));
  return named === undefined ? null : `names ${named}`;
}

interface NamedIds {
  readonly before: string;
  readonly after: string;
  readonly again: () => Promise<string>;
}

/** How the answers differ; null when they do not, or when the answer goes on changing by itself, as the time does. */
async function changeOf({ before, after, again }: NamedIds): Promise<string | null> {
  const [one, other] = [withoutChance(before), withoutChance(after)];
  if (one === other || withoutChance(await again()) !== other) return null;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const from = Math.max(0, at - 60);
  return `${one.slice(from, at + 80)} | ${other.slice(from, at + 80)}`;
}

/** Moments may be of now, and sealed texts are new each time. */
function withoutChance(answer: string): string {
  return answer
    .replaceAll(/\b1[78]\d{11}\b/g, '#')
    .replaceAll(/"(cursor|next|previous)":"[\w-]+"/g, (text, name: string) => `"${name}":${text.length}`);
}

function questionsOf(
  callers: readonly ForeignCaller[],
  own: SampleWorld,
  { seed, each }: Extent,
): Question[] {
  const { siteId, guardId, checkpointId, superAdminId } = own;
  const known = { texts: searched, ids: [siteId, guardId, checkpointId, superAdminId] };
  return callers.flatMap((caller) =>
    allEndpoints
      .filter((endpoint) => endpoint.method === 'GET' && caller.mayAsk(endpoint))
      .flatMap((endpoint) => {
        const random = new Random('oracles', seed, caller.name, endpoint.name);
        return random
          .shuffled(variantsOf(endpoint, sampleOf(endpoint, own), known, random, each))
          .slice(0, each)
          .map((asked) => ({ caller, endpoint, sample: asked }));
      }),
  );
}

async function answersTo(
  server: AskedServer,
  own: SampleWorld,
  questions: readonly Question[],
): Promise<string[]> {
  const answers: string[] = [];
  for (const question of questions) answers.push(await answerTo(server, own, question));
  return answers;
}

/** With the page after it, of a list that goes on. */
async function answerTo(server: AskedServer, { tenant }: SampleWorld, question: Question): Promise<string> {
  const { caller, endpoint, sample } = question;
  const first = await ask(server, tenant, caller.headers, endpoint, sample);
  const second = nextOf(first, sample);
  if (second === null) return written(first);
  return `${written(first)}\n${written(await ask(server, tenant, caller.headers, endpoint, second))}`;
}

const written = ({ statusCode, headers, body }: Answer) =>
  `${statusCode} ${headers['content-type'] ?? ''} ${body.replace(/"requestId":"[^"]*"/, '')}`;

/** The question of the page after this one, for lists that go on by a cursor. */
function nextOf({ statusCode, headers, body }: Answer, sample: Sample): Sample | null {
  if (statusCode !== 200 || !String(headers['content-type']).startsWith('application/json;')) return null;
  const { next }: { next?: unknown } = JSON.parse(body);
  return typeof next === 'string' ? { ...sample, query: { ...sample.query, cursor: next } } : null;
}
