// What guards of the demo company are asked at checkpoints, told at their post and tell each other.
import type { Question } from '@watchpost/domain/checkpoint-questions';
import { emptyQuestion } from '@watchpost/domain/checkpoint-questions';
import { addDays, calendarDate, startOfDayMs } from '@watchpost/domain/time-zone';
import { CompiledQuery } from 'kysely';
import type { Db } from '../platform/db/database.ts';
import type { Company, Site } from './patrol-model/company.ts';
import { Random } from './patrol-model/random.ts';
import { demoEmails } from '../accounts/sign-in/demo-sign-ins.ts';
import { handoverTexts, orderTexts, questionTexts, scanNotes } from './post-texts.ts';

/** Of twelve. The other sites have no post orders, so that a visitor who tries the app first can walk at once. */
const siteIndexes = [8, 9];
const answeredDays = 7;

/** After rounds, duties and phones, and before the evidence of the last day. */
export async function insertPosts(db: Db, company: Company, nowMs: number): Promise<void> {
  const sites = siteIndexes.flatMap((index) => company.sites[index] ?? []);
  for (const site of sites) {
    const posted: Posted = { db, company, site, nowMs, random: new Random(company.seed, 'posts', site.id) };
    await insertQuestions(posted);
    await insertOrders(posted);
    await insertNotes(posted);
  }
}

interface Posted {
  readonly db: Db;
  readonly company: Company;
  readonly site: Site;
  readonly nowMs: number;
  readonly random: Random;
}

const dayMs = 86_400_000;

/** $1 is the tenant. */
async function run({ db, company }: Posted, text: string, values: readonly unknown[]): Promise<void> {
  await db.executeQuery(CompiledQuery.raw(text, [company.id, ...values]));
}

const maker = `SELECT id, trim(concat(first_name, ' ', last_name)) AS name FROM users
  WHERE tenant_id = $1::uuid AND email = '${demoEmails.superAdmin}'`;

/** Columns of an event, of rows with kind, guard_id, device_id, subject_id, at_ms and details; who walked no round yet has no device. */
const eventsFrom = (
  rows: string,
) => `INSERT INTO field_events (tenant_id, id, kind, guard_id, device_id, subject_id,
    device_at_ms, received_at_ms, clock_skew_ms, body_hash, details)
  SELECT $1::uuid, coalesce(told.id, gen_random_uuid()), told.kind, told.guard_id, told.device_id, told.subject_id,
    told.at_ms, told.at_ms + 2000, 0, sha256(convert_to(told::text, 'UTF8')), told.details FROM (${rows}) AS told
    WHERE told.device_id IS NOT NULL`;

/** At the first checkpoint of two routes; answered in every scan of the last days, hardly ever out of limits. */
async function insertQuestions(posted: Posted): Promise<void> {
  const { site, nowMs, random } = posted;
  const madeMs = nowMs - (answeredDays + 30) * dayMs;
  const asked = site.routes.slice(0, 2).flatMap((route) => route.versions.at(-1)?.checkpoints[0] ?? []);
  for (const { checkpointId } of new Map(asked.map((point) => [point.checkpointId, point])).values()) {
    const id = random.uuidV7(madeMs);
    const questions = questionTexts.map(
      (question): Question => ({ ...emptyQuestion(random.uuidV7(madeMs)), ...question }),
    );
    await run(
      posted,
      `INSERT INTO question_versions (tenant_id, id, checkpoint_id, no, questions, created_at, created_by, created_by_name)
        SELECT $1::uuid, $2::uuid, $3::uuid, 1, $4::jsonb, to_timestamp($5::bigint / 1000.0), maker.id, maker.name
        FROM (${maker}) AS maker`,
      [id, checkpointId, JSON.stringify(questions), madeMs],
    );
    const [locked, fuel, seal] = questions.map((question) => question.id);
    await run(
      posted,
      eventsFrom(`SELECT NULL::uuid AS id, 'checkpointAnswered' AS kind, s.guard_id, s.device_id, s.id AS subject_id,
          s.received_at_ms + 20000 AS at_ms, jsonb_build_object('checkpointId', s.checkpoint_id, 'questionsId', $2::uuid,
            'answers', jsonb_build_array(
              jsonb_build_object('questionId', $3::uuid, 'value', 'yes'),
              jsonb_build_object('questionId', $4::uuid, 'value', CASE WHEN drawn % 23 = 0 THEN 18 ELSE 40 + drawn % 55 END),
              jsonb_build_object('questionId', $5::uuid, 'value', CASE WHEN drawn % 29 = 0 THEN 'Seal broken' ELSE 'In order' END)),
            'note', CASE WHEN drawn % 13 = 0 THEN ($8::text[])[1 + drawn / 13 % cardinality($8::text[])] ELSE '' END) AS details
        FROM (SELECT *, ('x' || left(md5(id::text), 6))::bit(24)::int AS drawn FROM scans) AS s
        WHERE s.tenant_id = $1::uuid AND s.checkpoint_id = $6::uuid AND s.received_at_ms >= $7::bigint
          AND s.received_at_ms < $9::bigint`),
      [id, locked, fuel, seal, checkpointId, nowMs - answeredDays * dayMs, scanNotes, nowMs - 60_000],
    );
  }
}

/** Two versions; each guard has acknowledged that in force since, when first on duty. */
async function insertOrders(posted: Posted): Promise<void> {
  const { site, nowMs, random } = posted;
  const today = calendarDate(nowMs, site.timeZone);
  for (const [index, { text, daysAgo }] of orderTexts(site.name).entries()) {
    const fromMs = startOfDayMs(addDays(today, -daysAgo), site.timeZone);
    const id = random.uuidV7(fromMs);
    await run(
      posted,
      `INSERT INTO post_order_versions (tenant_id, id, site_id, no, text, effective_from_ms, created_at, created_by,
          created_by_name)
        SELECT $1::uuid, $2::uuid, $3::uuid, $4, $5, $6::bigint, to_timestamp($6::bigint / 1000.0 - 40000), maker.id,
          maker.name FROM (${maker}) AS maker`,
      [id, site.id, index + 1, text, fromMs],
    );
    await run(
      posted,
      eventsFrom(`SELECT DISTINCT ON (d.guard_id) NULL::uuid AS id, 'ordersAcknowledged' AS kind, d.guard_id,
          ${phoneOf('d.guard_id')} AS device_id, $2::uuid AS subject_id, d.started_at_ms + 90000 AS at_ms,
          NULL::jsonb AS details
        FROM duty_sessions d WHERE d.tenant_id = $1::uuid AND d.site_id = $3::uuid
          AND d.started_at_ms BETWEEN $4::bigint AND $5::bigint
        ORDER BY d.guard_id, d.started_at_ms`),
      [id, site.id, fromMs, nowMs - 120_000],
    );
  }
}

/** By the last guards who went off duty; read by anyone who came on within a day. */
async function insertNotes(posted: Posted): Promise<void> {
  const { site, nowMs } = posted;
  const texts = handoverTexts.map(({ text }) => text);
  const urgent = handoverTexts.map(({ isUrgent }) => isUrgent);
  await run(
    posted,
    eventsFrom(`SELECT gen_random_uuid() AS id, 'handoverNoted' AS kind, d.guard_id, ${phoneOf('d.guard_id')} AS device_id,
        $2::uuid AS subject_id, d.ended_at_ms - 240000 AS at_ms,
        jsonb_build_object('text', ($3::text[])[d.place], 'isUrgent', ($4::boolean[])[d.place]) AS details
      FROM (SELECT guard_id, ended_at_ms, row_number() OVER (ORDER BY ended_at_ms DESC, id)::int AS place
        FROM duty_sessions WHERE tenant_id = $1::uuid AND site_id = $2::uuid AND ended_at_ms < $5::bigint
          AND NOT is_closed_by_system) AS d
      WHERE d.place <= cardinality($3::text[])`),
    [site.id, texts, urgent, nowMs],
  );
  await run(
    posted,
    eventsFrom(`SELECT DISTINCT ON (n.id, d.guard_id) NULL::uuid AS id, 'handoverRead' AS kind, d.guard_id,
        ${phoneOf('d.guard_id')} AS device_id, n.id AS subject_id,
        greatest(d.started_at_ms, n.received_at_ms) + 120000 AS at_ms, NULL::jsonb AS details
      FROM field_events n JOIN duty_sessions d ON d.tenant_id = $1::uuid AND d.site_id = $2::uuid
        AND d.guard_id <> n.guard_id AND d.started_at_ms BETWEEN n.device_at_ms AND least($3::bigint, n.device_at_ms + ${dayMs})
      WHERE n.tenant_id = $1::uuid AND n.kind = 'handoverNoted' AND n.subject_id = $2::uuid
      ORDER BY n.id, d.guard_id, d.started_at_ms`),
    [site.id, nowMs - 300_000],
  );
}

/** Whichever the guard used last. */
const phoneOf = (guard: string) => `(SELECT u.device_id FROM device_guards u WHERE u.tenant_id = $1::uuid
  AND u.guard_id = ${guard} ORDER BY u.last_seen_ms DESC, u.device_id LIMIT 1)`;
