import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mayReach, type Reach } from './address-rules.ts';
import { externalFetch, ExternalError } from './external-fetch.ts';

let server: http.Server;
let asked: string[] = [];
const origin = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

beforeAll(async () => {
  server = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    if (request.url === '/long') {
      response.write('x'.repeat(900));
      response.end('x'.repeat(900));
    } else if (request.url === '/away') {
      response.writeHead(302, { location: `${origin()}/target` }).end();
    } else if (request.url === '/never') {
      response.write('{');
    } else {
      request.pipe(response);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const call = (address: string, reach: Reach = 'private', answerMs = 5_000) =>
  externalFetch({ reach, answerMs, answerMaxBytes: 1_000 })(address, {
    method: 'POST',
    headers: {},
    body: 'sent',
  });

async function faultOf(calling: Promise<unknown>): Promise<string> {
  return calling.then(
    () => 'answered',
    (error: unknown) => (error instanceof ExternalError ? error.fault : String(error)),
  );
}

describe('an address typed in by somebody', () => {
  it('is called as asked and its answer read', async () => {
    const answer = await call(`${origin()}/`);
    expect([answer.status, await answer.text()]).toEqual([200, 'sent']);
  });

  it.each([
    'http://example.com/',
    'ftp://example.com/',
    'file:///etc/passwd',
    'https://127.0.0.1/',
    'https://localhost/',
    'https://[::1]/',
    'https://10.1.2.3/',
    'https://192.168.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[::ffff:10.0.0.1]/',
    'https://[fd00::1]/',
    'https://2130706433/',
    'https://0x7f.1/',
  ])('of another scheme or not public is refused: %s', async (address) => {
    expect(await faultOf(call(address, 'public'))).toBe('addressRefused');
  });

  it('on this machine is not even asked where only the public network may be', async () => {
    asked = [];
    expect(await faultOf(call(`${origin()}/`, 'public'))).toBe('addressRefused');
    expect(asked).toEqual([]);
  });

  it('without encryption is refused everywhere but on this machine', async () => {
    expect(await faultOf(call('http://10.1.2.3/'))).toBe('addressRefused');
  });

  it('leads nowhere else: a redirection is answered as such', async () => {
    asked = [];
    expect((await call(`${origin()}/away`)).status).toBe(302);
    expect(asked).toEqual(['POST /away']);
  });

  it('may not answer without end, in length or in time', async () => {
    expect(await faultOf(call(`${origin()}/long`))).toBe('tooLong');
    expect(await faultOf(call(`${origin()}/never`, 'private', 300))).toBe('unreachable');
  });

  it('reports a port without a listener as such', async () => {
    expect(await faultOf(call('http://127.0.0.1:1/'))).toBe('unreachable');
    expect(await faultOf(call('https://no-such-host.invalid/', 'public'))).toBe('unreachable');
  });
});

describe('an address of the network', () => {
  it.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111', '::ffff:8.8.8.8'])('%s is public', (address) => {
    expect(mayReach(address, 'public')).toBe(true);
  });

  it.each(['10.0.0.1', '172.16.0.1', '127.0.0.1', '::1', 'fd00::1'])('%s is one’s own', (address) => {
    expect([mayReach(address, 'public'), mayReach(address, 'private')]).toEqual([false, true]);
  });

  it.each(['169.254.169.254', '0.0.0.0', '255.255.255.255', 'fe80::1', '::', '::ffff:169.254.169.254', 'x'])(
    '%s is never called',
    (address) => {
      expect([mayReach(address, 'public'), mayReach(address, 'private')]).toEqual([false, false]);
    },
  );
});
