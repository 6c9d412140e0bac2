// Questions of a checkpoint over HTTP: saved as versions, checked as a form, each site apart.
import { beforeAll, describe, expect, it } from 'vitest';
import { type Question, questionsMax } from '@watchpost/domain/checkpoint-questions';
import { makeCheckpoint, makeSite, makeTenant, type MadeTenant } from '../../testing/factories.ts';
import { browserOfNew, browserOfStranger } from '../../testing/made-sessions.ts';
import { makePressureQuestion, makeQuestion } from '../../testing/make-question.ts';
import { type Caller, testApp, type TestApp } from '../../testing/test-app.ts';

let server: TestApp;
let tenant: MadeTenant;
let admin: Caller;
let siteId: string;

beforeAll(async () => {
  server = await testApp();
  tenant = await makeTenant(server.owner);
  admin = await browserOfNew(server, tenant);
  siteId = await makeSite(server.owner, tenant);
});

const made = async (site = siteId) => (await makeCheckpoint(server.owner, tenant, site)).checkpointId;
const question = (changes: Partial<Question> = {}) => makeQuestion({ incidentOn: ['no'], ...changes });
const save = (by: Caller, id: string, version: number, questions: readonly object[]) =>
  by('PUT', `/secure/checkpoints/${id}/questions`, { body: { version, questions } });
const seen = async (by: Caller, id: string) =>
  (await by('GET', `/secure/checkpoints/${id}/questions`)).json();

describe('questions of a checkpoint', () => {
  it('[FIELD-01] are kept in versions that say who changed them and when', async () => {
    const id = await made();
    expect(await seen(admin, id)).toEqual({ version: 0, questions: [], versions: [] });
    const asked = [question(), makePressureQuestion()];
    expect((await save(admin, id, 0, asked)).json()).toEqual({ id, version: 1 });
    expect((await save(admin, id, 1, [])).json()).toEqual({ id, version: 2 });
    expect(await seen(admin, id)).toMatchObject({
      version: 2,
      questions: [],
      versions: [
        { no: 2, questions: 0, createdBy: expect.any(String) },
        { no: 1, questions: 2, createdAtMs: expect.any(Number) },
      ],
    });
    const { data } = (await admin('GET', '/secure/audit-log', { query: { subjectId: id } })).json();
    expect(JSON.stringify(data)).toContain('checkpoint.questionsChanged');
  });

  it('stand in the audit log with all that was settled of them, before and after', async () => {
    const id = await made();
    const asked = makePressureQuestion();
    await save(admin, id, 0, [asked]);
    await save(admin, id, 1, [{ ...asked, max: (asked.max ?? 0) + 1 }]);
    const { data } = (await admin('GET', '/secure/audit-log', { query: { subjectId: id } })).json();
    const { text, kind, max } = asked;
    expect(data[0]).toMatchObject({
      before: { questions: [{ text, kind, max }] },
      after: { questions: [{ text, kind, max: (max ?? 0) + 1 }] },
    });
  });

  it('saved by two at once give the second a conflict', async () => {
    const id = await made();
    const replies = await Promise.all([save(admin, id, 0, [question()]), save(admin, id, 0, [question()])]);
    expect(replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it.each<[string, Partial<Question>]>([
    ['without words', { text: ' ' }],
    ['with one choice', { kind: 'choice', choices: ['Full'], incidentOn: [] }],
    ['with the same choice twice', { kind: 'choice', choices: ['Full', 'Full'], incidentOn: [] }],
    ['with limits that cross', { kind: 'number', min: 8, max: 5, incidentOn: [] }],
    ['with limits for a yes', { min: 1 }],
    ['that reports what cannot be answered', { incidentOn: ['perhaps'] }],
    ['that reports beyond no limits', { kind: 'number', incidentOn: ['outOfLimits'] }],
  ])('a question %s is refused', async (_what, changes) => {
    expect((await save(admin, await made(), 0, [question(changes)])).statusCode).toBe(400);
  });

  it('are few, and each is one', async () => {
    const many = Array.from({ length: questionsMax + 1 }, () => question());
    const twice = question();
    expect((await save(admin, await made(), 0, many)).statusCode).toBe(400);
    expect((await save(admin, await made(), 0, [twice, twice])).statusCode).toBe(400);
  });

  it('are the own site’s alone for sub admins, and no other tenant’s', async () => {
    const own = await made();
    const other = await made(await makeSite(server.owner, tenant));
    const subAdmin = await browserOfNew(server, tenant, siteId);
    const stranger = await browserOfStranger(server);
    expect((await save(subAdmin, own, 0, [question()])).statusCode).toBe(200);
    for (const by of [subAdmin, stranger]) {
      expect((await save(by, other, 0, [question()])).statusCode).toBe(404);
      expect((await by('GET', `/secure/checkpoints/${other}/questions`)).statusCode).toBe(404);
    }
  });
});
