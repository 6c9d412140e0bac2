import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { summaryOf } from './statement-summary.ts';

describe('a statement is summed up', () => {
  test.each([
    ['SELECT 1', 'SELECT'],
    ['begin', 'BEGIN'],
    ['commit', 'COMMIT'],
    [`SELECT set_config('watchpost.tenant', $1, false)`, 'SELECT set_config'],
    [
      'SELECT 1 FROM graphile_worker.add_job($1::text, payload := $2::json)',
      'SELECT graphile_worker.add_job',
    ],
    ['select "g"."id" from "guards" as "g" where "g"."tenant_id" = $1', 'SELECT guards'],
    [
      'SELECT id FROM rounds r JOIN sites s ON s.id = r.site_id LEFT JOIN guards g ON true',
      'SELECT rounds sites guards',
    ],
    [
      'WITH page AS MATERIALIZED (SELECT id FROM rounds) SELECT * FROM page CROSS JOIN sites',
      'SELECT rounds sites',
    ],
    ['with "a" as (select 1), "b" as (select 2 from "a") select * from "b"', 'SELECT'],
    ['insert into "sites" ("name") values ($1) on conflict do nothing', 'INSERT sites'],
    [
      'INSERT INTO scans (id) SELECT id FROM asked ON CONFLICT (id) DO UPDATE SET n = excluded.n',
      'INSERT scans asked',
    ],
    ['update "guards" set "photo" = $1', 'UPDATE guards'],
    [
      'WITH a AS (SELECT n FROM round_counts) INSERT INTO devices SELECT n FROM a JOIN sites ON true',
      'INSERT devices round_counts sites',
    ],
    ['UPDATE mail_messages AS m SET state = $1 FROM tenants AS t WHERE true', 'UPDATE mail_messages tenants'],
    ['delete from "sessions" where "id" = $1', 'DELETE sessions'],
    ['WITH gone AS (DELETE FROM files WHERE id = $1 RETURNING id) SELECT count(*) FROM gone', 'DELETE files'],
    ['SELECT id FROM jobs FOR NO KEY UPDATE SKIP LOCKED', 'SELECT jobs'],
    ['SELECT id FROM jobs FOR UPDATE OF jobs', 'SELECT jobs'],
    ['SELECT extract(epoch FROM a.at) FROM late a WHERE a.x IS DISTINCT FROM y', 'SELECT late'],
    ['SELECT id FROM unnest($1::uuid[]) AS asked (id) JOIN rounds r USING (id)', 'SELECT rounds'],
    ['SELECT 1 FROM a JOIN b USING (x) JOIN c USING (x) JOIN d USING (x) JOIN e USING (x)', 'SELECT a b c d'],
  ])('%s as %s', (text, summary) => {
    expect(summaryOf(text).summary).toBe(summary);
  });

  test('by the operation that changes something, if one does', () => {
    expect(summaryOf('WITH a AS (SELECT 1) INSERT INTO b SELECT 1 FROM a').operation).toBe('INSERT');
    expect(summaryOf('WITH a AS (SELECT 1) SELECT 1 FROM a').operation).toBe('SELECT');
  });

  test('without anything of its literals and comments', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.string({ minLength: 1 }), (literal, comment) => {
        const quoted = literal.replaceAll("'", "''");
        const shown = comment.replaceAll(/[\r\n]/g, ' ');
        const text = `SELECT name, '${quoted} from Asha' FROM guards -- join ${shown}\n WHERE name = '${quoted}'`;
        expect(summaryOf(text)).toEqual({ operation: 'SELECT', summary: 'SELECT guards' });
      }),
    );
  });

  test('whatever text it is, in one line that is not long', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(summaryOf(text).summary).toMatch(/^[A-Z]+( [a-z_][\w.]*)*$/);
      }),
    );
  });
});
