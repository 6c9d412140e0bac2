// What the server really sends to PostgreSQL while a test file runs, and that all of it keeps to one tenant.
import { loadModule } from 'libpg-query';
import { expect, it } from 'vitest';
import { surroundingsOf } from '../platform/db/distribution/known-tables.testing.ts';
import { unboundTables } from '../platform/db/distribution/unbound-tables.testing.ts';
import type { Db } from '../platform/db/database.ts';
import { atFileEnd } from './file-end.ts';
import { onSentStatement } from './sent-statements.ts';

const ran = new Set<string>();
onSentStatement((text) => {
  if (ran.size === 0) atFileEnd(() => ran.clear());
  ran.add(text);
});

/** Called last in a test file: its statements up to then, those of jobs included, can be sent to one node each. */
export function statementsStayInOneTenant(owner: () => Db, leastStatements: number): void {
  it('sent no statement that leaves open whose rows it reads or writes', async () => {
    await loadModule();
    const known = await surroundingsOf(owner());
    const texts = [...ran].filter((text) => text !== '');
    expect(texts.length).toBeGreaterThan(leastStatements);
    const open = texts.map((text) => [text, unboundTables(text, known)] as const);
    expect(open.filter(([, tables]) => tables.length > 0)).toEqual([]);
  });
}
