// A push service and the browsers that subscribed with it: takes messages over TLS, checks who sent them (RFC 8292) and
// opens them as a browser does (RFC 8291), with none of the code that the product seals them with.
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { once } from 'node:events';
import https from 'node:https';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { selfSigned } from './self-signed.testing.ts';

export interface Received {
  readonly headers: IncomingMessage['headers'];
  /** As decrypted. */
  readonly text: string;
  readonly bytes: number;
  /** Claims of the sender, whose signature fitted the key `sender`. */
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string };
  readonly sender: string;
}

export interface Browser {
  readonly subscription: { readonly endpoint: string; readonly keys: { p256dh: string; auth: string } };
  readonly received: Received[];
  /** Requests so far, also those that were refused. */
  requests: number;
  /** What the next requests are answered, in order; 201 after that. */
  readonly answers: { readonly status: number; readonly headers?: Record<string, string> }[];
}

export interface PushReceiver {
  /** As PUSH_HOSTS takes it. */
  readonly host: string;
  readonly ca: string;
  browser(): Browser;
  close(): Promise<void>;
}

export async function openPushReceiver(): Promise<PushReceiver> {
  const { cert, key } = selfSigned();
  const browsers = new Map<string, Browser & { open: (message: Buffer) => string }>();
  const server = https.createServer({ cert, key }, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const browser = browsers.get(request.url ?? '');
      if (browser === undefined) return response.writeHead(404).end();
      browser.requests += 1;
      const answer = browser.answers.shift() ?? { status: 201 };
      if (answer.status === 201) {
        const body = Buffer.concat(chunks);
        const { claims, sender } = senderOf(request.headers.authorization ?? '');
        const { headers } = request;
        browser.received.push({ headers, text: browser.open(body), bytes: body.length, claims, sender });
      }
      response.writeHead(answer.status, answer.headers).end('whatever');
    });
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const host = `localhost:${port}`;
  return {
    host,
    ca: cert,
    browser: () => {
      const path = `/push/${randomBytes(16).toString('base64url')}`;
      const browser = subscribe(`https://${host}${path}`);
      browsers.set(path, browser);
      return browser;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function subscribe(endpoint: string): Browser & { open: (message: Buffer) => string } {
  const own = createECDH('prime256v1');
  const publicKey = own.generateKeys();
  const auth = randomBytes(16);
  const keys = { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') };
  const open = (message: Buffer) => {
    const salt = message.subarray(0, 16);
    const senderKey = message.subarray(21, 86);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey]);
    const secret = Buffer.from(hkdfSync('sha256', own.computeSecret(senderKey), auth, info, 32));
    const derive = (what: string, bytes: number) =>
      Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${what}\0`, bytes));
    const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    cipher.setAuthTag(message.subarray(-16));
    const padded = Buffer.concat([cipher.update(message.subarray(86, -16)), cipher.final()]);
    return padded.subarray(0, padded.lastIndexOf(2)).toString();
  };
  return { subscription: { endpoint, keys }, received: [], requests: 0, answers: [], open };
}

/** Throws unless the signature of the sender's claims fits its key. */
function senderOf(authorization: string): Pick<Received, 'claims' | 'sender'> {
  const [, token = '', sender = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(sender, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'));
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isSigned) throw new Error('not signed by the key it names');
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString()), sender };
}
