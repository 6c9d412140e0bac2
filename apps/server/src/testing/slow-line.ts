// A line to PostgreSQL that pauses between the last row of a COPY and what is said of it, as a network may.
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { atFileEnd } from './file-end.ts';

/** The message that ends a COPY's rows. */
const copyDone = Buffer.from('c\0\0\0\x04');
const pauseMs = 20;

/** The same sign-in by way of that line. `connection` names a folder with PostgreSQL's socket. */
export async function slowLineTo(connection: pg.ClientConfig): Promise<pg.ClientConfig> {
  const server = net.createServer((client) => {
    const database = net.connect(`${connection.host}/.s.PGSQL.${connection.port}`);
    const end = () => {
      client.destroy();
      database.destroy();
    };
    for (const each of [client, database]) each.on('error', end).on('close', end);
    client.pipe(database);
    client.setNoDelay();
    void bringWithPauses(database, client).catch(end);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atFileEnd(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('it listens on a port');
  return { ...connection, host: '127.0.0.1', port: address.port };
}

async function bringWithPauses(from: net.Socket, to: net.Socket): Promise<void> {
  for await (const chunk of from) {
    const bytes = chunk as Buffer;
    let begin = 0;
    for (let at = bytes.indexOf(copyDone); at >= 0; at = bytes.indexOf(copyDone, begin)) {
      to.write(bytes.subarray(begin, at + copyDone.length));
      begin = at + copyDone.length;
      await sleep(pauseMs);
    }
    to.write(bytes.subarray(begin));
  }
  to.end();
}
