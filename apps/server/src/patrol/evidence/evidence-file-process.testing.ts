// Makes the evidence of all rounds of a tenant as a process of its own, whose memory a test bounds, and tells how it went.
import { CompiledQuery } from 'kysely';
import { linesOf } from '@watchpost/domain/evidence/file-lines';
import { serverSecret } from '../../platform/access/server-secret.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { makeEvidenceFile } from './evidence-file.ts';
import { makeSealing } from './sealing.ts';

const [connection = '{}', tenantId = '', folder = ''] = process.argv.slice(2);
const database = openDatabase({
  connection: JSON.parse(connection),
  poolSize: 3,
  onError: (error) => console.error(error.message),
});
const db = database.forTenant(tenantId);
const text = 'SELECT id FROM rounds WHERE tenant_id = $1::uuid ORDER BY id';
const { rows } = await db.executeQuery<{ id: string }>(CompiledQuery.raw(text, [tenantId]));

function* pages(): Generator<string[]> {
  for (let at = 0; at < rows.length; at += 500) yield rows.slice(at, at + 500).map(({ id }) => id);
}

const secrets = [serverSecret('of a test')] as const;
const sealing = makeSealing({ secrets, folder, onProblem: (sentence) => console.error(sentence) });
const about = { kind: 'report', asked: {} } as const;
const options = { about, rounds: pages(), related: { incidents: true, calls: true } };
const file = await makeEvidenceFile({ db, tenantId, siteId: null }, options, sealing);
const counts = { bytes: 0, lines: 0, end: '' };
async function* counted(): AsyncGenerator<Uint8Array> {
  for await (const chunk of file.chunks) {
    counts.bytes += chunk.length;
    yield chunk;
  }
}
for await (const line of linesOf(counted())) {
  counts.lines += 1;
  if (line.startsWith('{"end"')) counts.end = line;
}
console.log(JSON.stringify(counts));
await database.close();
