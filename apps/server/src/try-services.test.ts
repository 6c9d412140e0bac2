// What the log of a started server says of services that its settings name wrongly, while it serves all the same.
import { beforeAll, expect, it, vi } from 'vitest';
import { openMailBox } from './platform/mail/mail-box.testing.ts';
import { databaseUrlOf } from './testing/run-command.ts';
import { builtServer, type ServerProcess, sharedFolder } from './testing/server-processes.ts';
import { testDatabase } from './testing/test-database.ts';

const secrets = { password: 'Patrol-secret-mail', key: 'patrol-access-key', secret: 'patrol-secret-key' };

let server: ServerProcess;

beforeAll(async () => {
  const [{ connection }, box, start] = await Promise.all([testDatabase(), openMailBox(), builtServer()]);
  await box.close();
  const started = await start({
    DATABASE_URL: databaseUrlOf(connection),
    DATABASE_POOL: '4',
    DATA_DIR: sharedFolder(),
    SMTP_URL: `smtp://asha:${secrets.password}@127.0.0.1:${box.port}`,
    MAIL_FROM: 'console@watchpost.example',
    FILES_S3_ENDPOINT: `http://127.0.0.1:${box.port}`,
    FILES_S3_BUCKET: 'pictures',
    FILES_S3_REGION: 'us-east-1',
    FILES_S3_ACCESS_KEY: secrets.key,
    FILES_S3_SECRET_KEY: secrets.secret,
  });
  if (!('url' in started)) throw new Error(`the server ended: ${started.output}`);
  server = started;
});

it('mail and files that cannot be reached are logged once it serves, one line each without secrets', async () => {
  await vi.waitFor(() => {
    const lines = server.log().split('\n');
    for (const setting of ['SMTP_URL', 'FILES_S3_ENDPOINT'])
      expect(lines.filter((line) => line.startsWith(`${setting}: `))).toEqual([
        expect.stringMatching(/^\w+: 127\.0\.0\.1:\d+ refuses connections\. .*correct host and port\.$/),
      ]);
  });
  const said = server.log();
  expect(said.indexOf('SMTP_URL')).toBeGreaterThan(said.indexOf('Watchpost is ready'));
  for (const secret of Object.values(secrets)) expect(said).not.toContain(secret);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});
