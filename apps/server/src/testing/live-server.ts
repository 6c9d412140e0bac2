// The application listening on a port, with a pool and a listening connection of its own: one of several servers.
import type { AddressInfo } from 'node:net';
import { type Database, openDatabase, serveAs } from '../platform/db/database.ts';
import { buildTestApp } from './test-app.ts';
import type { TestDatabase } from './test-database.ts';

export interface LiveServer {
  readonly url: string;
  readonly database: Database;
  close(): Promise<void>;
}

export async function startServer(store: TestDatabase, heartbeatMs: number): Promise<LiveServer> {
  const connection = await serveAs(store.owner, store.connection);
  const database = openDatabase({ connection, poolSize: 4, onError: () => {} });
  const app = await buildTestApp(database, { consoleFolder: '/nowhere', heartbeatMs });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    database,
    close: async () => {
      await app.close();
      await database.close();
    },
  };
}
