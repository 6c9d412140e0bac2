// A server's part in due rounds, as a process that tests tell what time it is and kill; one line is one order.
import readline from 'node:readline';
import { openDatabase } from '../../platform/db/database.ts';
import { makeRounds } from './make-rounds.ts';
import { maintainDueRounds } from './tours.jobs.ts';

const [connection = '{}', tenantId = ''] = process.argv.slice(2);
const database = openDatabase({
  connection: JSON.parse(connection),
  poolSize: 3,
  onError: (error) => console.error(error.message),
});

/** Orders: "make <ms>" makes rounds alone, "work <ms>" does all that the clock brings. */
async function obey(order: string): Promise<string> {
  const [what, at] = order.split(' ');
  const nowMs = Number(at);
  try {
    if (what === 'make') await makeRounds(database.forTenant(tenantId), tenantId, nowMs);
    else await maintainDueRounds(database, nowMs);
    return 'done';
  } catch (error) {
    return `failed ${String(error)}`;
  }
}

for await (const order of readline.createInterface({ input: process.stdin })) {
  console.log(await obey(order));
}
await database.close();
