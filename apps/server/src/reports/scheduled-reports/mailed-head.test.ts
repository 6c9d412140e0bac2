// Each report's mail bears the newest head of the log, so that everybody who gets one holds it.
import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { findHeadNote, type HeadNote } from '@watchpost/domain/evidence/head-note';
import { parseVerifierKey, verifyNote } from '@watchpost/domain/evidence/signed-note';
import { findHead } from '../../patrol/evidence/log.queries.ts';
import { sealLog } from '../../patrol/evidence/seal-log.queries.ts';
import { runAsReplica } from '../../patrol/evidence/sealed-world.testing.ts';
import { anyone, testSecret } from '../../testing/test-app.ts';
import {
  mailsTo,
  planReport,
  type ReportWorld,
  reportWorld,
  settled,
  tick,
} from './scheduled-reports.testing.ts';
import { testSealing } from '../../testing/test-sealing.ts';

let world: ReportWorld;

beforeAll(async () => {
  world = await reportWorld();
});

/** The mail of a report that is due on a day of November 2026. */
async function mailOf(day: number, language: 'en' | 'hi' | 'mr') {
  const to = `${randomUUID()}@client.example`;
  const id = await planReport(world, { recipients: [to], language, sends_empty: true });
  await tick(world, `2026-11-${day}T07:00:30`);
  await settled(world, id, 1);
  const [mail] = await mailsTo(world, to, 1);
  if (mail === undefined) throw new Error('no mail');
  const pre = /<pre[^>]*>([^<]*)<\/pre>/.exec(mail.html ?? '')?.[1] ?? '';
  return { text: mail.text ?? '', note: findHeadNote(mail.text ?? ''), noteOfHtml: findHeadNote(pre) };
}

async function isSigned(note: HeadNote | null): Promise<boolean> {
  const { noteKeys } = (await anyone(world.server.app, world.tenant)('GET', '/evidence/keys')).json();
  const keys = noteKeys.flatMap((key: string) => parseVerifierKey(key) ?? []);
  return note !== null && (await verifyNote(note.note, keys)) === 'signed';
}

test('[TRUTH-05] a report that is mailed before anything was sealed bears no head', async () => {
  const { note, noteOfHtml, text } = await mailOf(21, 'en');
  expect([note, noteOfHtml]).toEqual([null, null]);
  expect(text).not.toContain('Seal of');
});

test.each([
  ['en', 'Seal of the first 1 records', 'Key of the seal: watchpost/'],
  ['hi', 'पहले 1 रिकॉर्ड की मुहर', 'मुहर की कुंजी: watchpost/'],
  ['mr', 'पहिल्या 1 नोंदींची मोहर', 'मोहरेची किल्ली: watchpost/'],
] as const)(
  '[TRUTH-05] a report in %s bears the newest head as a note that verifies by the published key',
  async (language, title, key) => {
    const { server, tenant } = world;
    const db = server.database.forTenant(tenant.id);
    await sealLog(db, tenant.id, testSealing([testSecret]));
    const head = await findHead(db, tenant.id);
    const { text, note, noteOfHtml } = await mailOf(22, language);
    for (const read of [note, noteOfHtml]) {
      expect(read?.head).toEqual({ logId: tenant.id, size: head?.size, root: head?.root });
      expect(await isSigned(read)).toBe(true);
    }
    expect(text).toContain(title.replace('1', String(head?.size)));
    expect(text).toContain(key);
    const printed = text.split(key)[1]?.split('\n', 1)[0] ?? '';
    expect(parseVerifierKey(`watchpost/${printed}`)).not.toBeNull();
  },
);

test('[TRUTH-05] a head that somebody put into the database is mailed to no one, and the report is', async () => {
  await runAsReplica(world.server, 'UPDATE log_heads SET root = sha256(root)');
  const { note, text } = await mailOf(23, 'en');
  expect(note).toBeNull();
  expect(text).toContain('Times of Asia/Kolkata');
});
