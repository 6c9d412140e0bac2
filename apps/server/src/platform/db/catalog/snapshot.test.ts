// The files of schema/ and the pages about them say what the database is, whatever changes it.
import fs from 'node:fs';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { type TestDatabase, testDatabase } from '../../../testing/test-database.ts';
import { migrate } from '../migrate.ts';
import { readSchemaFiles } from '../schema-files.ts';
import { readCatalog } from './catalog.queries.ts';
import { personalDataPage, personalFaults } from './personal-data.ts';
import { personalDataFile, snapshotOf, textIn } from './snapshot.ts';
import { schemaText } from './schema-text.ts';

const advice = 'is not what the database is. Run "npm run db:snapshot" and look at what it changed.';

let store: TestDatabase;
beforeAll(async () => {
  store = await testDatabase();
});

/** A file of schema/ as the database is now. */
async function textNow(name: string): Promise<string> {
  return schemaText(await readCatalog(store.owner), readSchemaFiles()).get(name) ?? '';
}

/** Lines of `later` that `before` has not, and those that went with a minus in front. */
function changedLines(before: string, later: string): string[] {
  const [had, has] = [before.split('\n'), later.split('\n')];
  return [
    ...has.filter((line) => !had.includes(line)),
    ...had.filter((line) => !has.includes(line)).map((line) => `-${line}`),
  ];
}

test('the checked-in schema and its pages are those of a migrated database', async () => {
  for (const [file, text] of await snapshotOf(store.owner)) {
    expect(textIn(file), `${file} ${advice}`).toBe(text);
  }
});

test('every table, column and function has a sentence that says what it means', async () => {
  const { tables, routines } = await readCatalog(store.owner);
  const silent = tables.flatMap((table) => [
    ...(table.comment === null ? [table.name] : []),
    ...table.columns.filter(({ comment }) => comment === null).map(({ name }) => `${table.name}.${name}`),
  ]);
  const silentRoutines = routines.flatMap(({ name, comment }) => (comment === null ? [name] : []));
  expect(silentRoutines, 'Write a line of comment at the top of each in schema/functions/.').toEqual([]);
  expect(silent, 'Write a line of comment above each in apps/server/src/platform/db/schema/*.sql.').toEqual(
    [],
  );
  expect(tables.length).toBeGreaterThan(100);
  expect(tables.flatMap(({ columns }) => columns).length).toBeGreaterThan(800);
});

test('every table with personal data names a heading that says why it is stored', async () => {
  const { tables } = await readCatalog(store.owner);
  expect(personalFaults(tables, fs.readFileSync(personalDataFile, 'utf8'))).toEqual([]);
});

describe('a change behind the files', () => {
  const changes = [
    [
      'a column',
      'records.sql',
      'ALTER TABLE site_holidays ADD COLUMN note text NOT NULL DEFAULT $$x$$',
      "  note text NOT NULL DEFAULT 'x',",
    ],
    [
      'a type',
      'records.sql',
      'ALTER TABLE floor_plans ALTER COLUMN position TYPE bigint',
      '  position bigint NOT NULL,',
    ],
    [
      'a default',
      'accounts.sql',
      'ALTER TABLE users ALTER COLUMN first_name DROP DEFAULT',
      '  first_name text NOT NULL,',
    ],
    [
      'a check',
      'patrol.sql',
      'ALTER TABLE incidents ADD CONSTRAINT sane CHECK (length(description) < 9)',
      '  CONSTRAINT sane CHECK (length(description) < 9),',
    ],
    [
      'an index',
      'patrol.sql',
      'CREATE INDEX planted_index ON rounds (tenant_id, device_id)',
      'CREATE INDEX planted_index ON rounds (tenant_id, device_id);',
    ],
    [
      'a policy',
      'records.sql',
      'CREATE POLICY planted ON guards FOR SELECT USING (true)',
      'CREATE POLICY planted ON guards FOR SELECT USING (true);',
    ],
    [
      'a right',
      'lifecycle.sql',
      'GRANT INSERT ON imported_rounds TO watchpost_app',
      'GRANT SELECT, INSERT ON imported_rounds TO watchpost_app;',
    ],
    [
      'a right on a column',
      'platform.sql',
      'GRANT UPDATE (slug) ON tenants TO watchpost_app',
      'GRANT SELECT, UPDATE (name, slug) ON tenants TO watchpost_app;',
    ],
    [
      'row-level security',
      'records.sql',
      'ALTER TABLE sites DISABLE ROW LEVEL SECURITY',
      '-ALTER TABLE sites ENABLE ROW LEVEL SECURITY;',
    ],
    ['a trigger', 'records.sql', 'DROP TRIGGER keep_former ON sites', '-CREATE TRIGGER keep_former'],
    [
      'a comment',
      'records.sql',
      "COMMENT ON COLUMN sites.name IS 'personal: ''Planted''.'",
      "  -- personal: 'Planted'.",
    ],
    [
      'the right to call a function',
      'functions/erase_guard.sql',
      'GRANT EXECUTE ON FUNCTION erase_guard(uuid) TO PUBLIC',
      'GRANT EXECUTE ON FUNCTION erase_guard(uuid) TO PUBLIC;',
    ],
    [
      'a text of a function',
      'functions/keep_version.sql',
      'CREATE OR REPLACE FUNCTION keep_version() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
      'BEGIN RETURN NEW; END',
    ],
  ] as const;

  test.each(changes)('shows %s', async (_, file, statement, line) => {
    const before = await textNow(file);
    await sql.raw(statement).execute(store.owner);
    const changed = changedLines(before, await textNow(file));
    expect(changed.some((text) => text.startsWith(line))).toBe(true);
  });

  test('shows a new table at the end of the last area that it points at', async () => {
    await sql`CREATE TABLE planted (tenant_id uuid, round_id uuid, id uuid, PRIMARY KEY (tenant_id, id),
      FOREIGN KEY (tenant_id, round_id) REFERENCES rounds)`.execute(store.owner);
    const text = await textNow('patrol.sql');
    expect(text.slice(text.lastIndexOf('CREATE TABLE'))).toBe(`CREATE TABLE planted (
  tenant_id uuid NOT NULL,
  round_id uuid,
  id uuid NOT NULL,
  PRIMARY KEY (tenant_id, id),
  FOREIGN KEY (tenant_id, round_id) REFERENCES rounds(tenant_id, id)
);
`);
  });
});

describe('personal data', () => {
  const column = (name: string, comment: string) => ({ name, comment });
  const table = (name: string, comment: string, columns: ReturnType<typeof column>[]) => ({
    name,
    comment,
    columns: columns.map((given) => ({
      ...given,
      type: 'text',
      isNullable: false,
      expression: null,
      isGenerated: false,
      identity: '' as const,
      collation: null,
    })),
    hasRowSecurity: true,
    isRowSecurityForced: false,
    options: [],
    constraints: [],
    indexes: [],
    triggers: [],
    policies: [],
    grants: [],
  });
  const page = '## Guests\n\nWhy: Tea.\n\n<!-- personal columns: Guests -->\n<!-- end -->\n';

  test('a marked column is listed below the heading that its table names', () => {
    const guests = table('guests', 'Who comes. Personal data: Guests.', [
      column('id', 'Id.'),
      column('name', 'personal: Name.'),
    ]);
    expect(personalFaults([guests], page)).toEqual([]);
    expect(personalDataPage([guests], page)).toContain('| `guests` | `name` |');
  });

  test.each([
    ['Who comes.', 'personal: Name.', 'its comment must end'],
    ['Who comes. Personal data: Strangers.', 'personal: Name.', 'no heading "Strangers"'],
    ['Who comes. Personal data: Guests.', 'Name.', 'none of its columns'],
  ])('a table with the comment "%s" and the column "%s" is found', (comment, sentence, fault) => {
    const [found] = personalFaults([table('guests', comment, [column('name', sentence)])], page);
    expect(found).toContain(fault);
  });
});

test('a start gives the database the comments of a file that changed', async () => {
  const other = await testDatabase();
  const comment = async () =>
    (await readCatalog(other.owner)).tables.find(({ name }) => name === 'sites')?.columns[2]?.comment;
  await sql`COMMENT ON COLUMN sites.name IS 'Of a version before.'`.execute(other.owner);
  await migrate(other.owner);
  expect(await comment()).toBe('Of a version before.');
  await sql`UPDATE applied_schema_files SET hash = 'of a version before' WHERE name = 'records.sql'`.execute(
    other.owner,
  );
  await Promise.all([migrate(other.owner), migrate(other.owner)]);
  expect(await comment()).toBe('Name of the site.');
});
