import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { FieldClient, retryAfterMs } from './field-client.ts';

test('Retry-After is read in seconds and as a date', () => {
  const nowMs = Date.UTC(2026, 0, 1);
  expect(retryAfterMs('3', nowMs)).toBe(3_000);
  expect(retryAfterMs('Thu, 01 Jan 2026 00:00:10 GMT', nowMs)).toBe(10_000);
  expect(retryAfterMs('Thu, 01 Jan 2025 00:00:00 GMT', nowMs)).toBe(0);
  expect(retryAfterMs(null)).toBe(0);
  expect(retryAfterMs('soon')).toBe(0);
});

test('a server that is not there is named, after a few tries', async () => {
  // A port that was free a moment ago.
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  server.close();
  let retries = 0;
  const client = new FieldClient({
    url: `http://127.0.0.1:${port}`,
    tenant: 'demo',
    employeeId: 'EMP001',
    secret: 'secret',
    deviceId: crypto.randomUUID(),
    publicKey: null,
    onRetry: () => {
      retries += 1;
    },
  });
  await expect(client.signIn()).rejects.toThrow(
    `http://127.0.0.1:${port} does not answer (connect ECONNREFUSED 127.0.0.1:${port}). Is the server running there?`,
  );
  expect(retries).toBe(2);
});
