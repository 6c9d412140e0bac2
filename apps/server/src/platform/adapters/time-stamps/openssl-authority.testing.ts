// An authority for time-stamps on loopback: openssl ts answers what it is sent.
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { atFileEnd } from '../../../testing/file-end.ts';
import { runOpenssl } from '../../../testing/openssl.ts';

const extensions = `[ca]
basicConstraints = critical, CA:true
keyUsage = critical, keyCertSign
[tsa]
basicConstraints = critical, CA:false
extendedKeyUsage = critical, timeStamping
[web]
basicConstraints = critical, CA:false
extendedKeyUsage = critical, serverAuth
`;

const settingsOf = ({ digests = 'sha256', essHash = 'sha256' }: ReplySettings) => `[stamps]
serial = serial
signer_cert = tsa.pem
signer_key = tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = ${digests}
accuracy = secs:1
ordering = yes
tsa_name = yes
ess_cert_id_alg = ${essHash}
`;

interface ReplySettings {
  readonly digests?: string;
  /** SHA-1 for the older way to name the signer's certificate (RFC 3161), else the newer (RFC 5816). */
  readonly essHash?: 'sha1' | 'sha256';
}

export interface OpensslAuthority {
  readonly url: string;
  /** Where its certificates lie: ca.pem, tsa.pem, web.pem. */
  readonly folder: string;
  readonly ca: string;
  /** Queries that came. */
  readonly asked: Buffer[];
  /** Answers to a query in place of openssl's; throw to hang up. */
  answer: (query: Buffer) => Promise<{ readonly status?: number; readonly body: Buffer }>;
  readonly stamp: (query: Buffer, settings?: ReplySettings) => Promise<Buffer>;
}

/** `keys`: as openssl genpkey takes them. */
export async function openAuthority(
  keys: readonly string[] = ['-algorithm', 'EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
): Promise<OpensslAuthority> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'authority-'));
  const run = (...args: string[]) => runOpenssl(args, { cwd: folder });
  await fs.writeFile(path.join(folder, 'extensions'), extensions);
  await fs.writeFile(path.join(folder, 'serial'), '01\n');
  for (const name of ['ca', 'tsa', 'web']) {
    await run('genpkey', ...keys, '-out', `${name}.key`);
    await run('req', '-new', '-key', `${name}.key`, '-subj', `/CN=${name} of a test`, '-out', `${name}.csr`);
    const signer = name === 'ca' ? ['-signkey', 'ca.key'] : ['-CA', 'ca.pem', '-CAkey', 'ca.key'];
    const how = ['-days', '30', '-set_serial', '0x0102', '-extfile', 'extensions', '-extensions', name];
    await run('x509', '-req', '-in', `${name}.csr`, ...signer, ...how, '-out', `${name}.pem`);
  }
  const stamp = async (query: Buffer, settings: ReplySettings = {}) => {
    const name = randomUUID();
    await fs.writeFile(path.join(folder, `${name}.tsq`), query);
    await fs.writeFile(path.join(folder, `${name}.cnf`), settingsOf(settings));
    return run('ts', '-reply', '-config', `${name}.cnf`, '-section', 'stamps', '-queryfile', `${name}.tsq`);
  };
  const authority = {
    folder,
    ca: await fs.readFile(path.join(folder, 'ca.pem'), 'utf8'),
    asked: [] as Buffer[],
    answer: async (query: Buffer): Promise<{ status?: number; body: Buffer }> => ({
      body: await stamp(query),
    }),
    stamp,
  };
  const server = http.createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const query = Buffer.concat(parts);
      authority.asked.push(query);
      authority.answer(query).then(
        ({ status = 200, body }) =>
          response.writeHead(status, { 'content-type': 'application/timestamp-reply' }).end(body),
        () => request.socket.destroy(),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atFileEnd(async () => {
    server.closeAllConnections();
    server.close();
    await fs.rm(folder, { recursive: true, force: true });
  });
  return Object.assign(authority, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr` });
}

/** Verifies as a third party would, given only the stamp and what was stamped. */
export async function opensslVerifies(
  { folder }: OpensslAuthority,
  stamped: Uint8Array,
  reply: Uint8Array,
  authorities = 'ca.pem',
): Promise<string> {
  const name = path.join(folder, randomUUID());
  await fs.writeFile(`${name}.txt`, stamped);
  await fs.writeFile(`${name}.tsr`, reply);
  const args = ['ts', '-verify', '-data', `${name}.txt`, '-in', `${name}.tsr`, '-CAfile', authorities];
  return (await runOpenssl(args, { cwd: folder })).toString();
}
