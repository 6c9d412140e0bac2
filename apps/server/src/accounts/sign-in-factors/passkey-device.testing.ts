// A device that makes passkeys and signs with them, as browsers hand it on (WebAuthn level 2, ES256, no attestation).
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

type Cbor = number | string | Buffer | ReadonlyMap<number | string, Cbor>;

function cborHead(kind: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(kind << 5) | value]);
  if (value < 256) return Buffer.from([(kind << 5) | 24, value]);
  return Buffer.from([(kind << 5) | 25, value >> 8, value & 255]);
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (typeof value === 'string')
    return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  const parts = [...value].flatMap(([key, each]) => [cbor(key), cbor(each)]);
  return Buffer.concat([cborHead(5, value.size), ...parts]);
}

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
const base64url = (data: Buffer | string) => Buffer.from(data).toString('base64url');

const userPresent = 1;
const userVerified = 4;
const hasCredential = 64;

interface Ceremony {
  readonly challenge: string;
  readonly origin: string;
  readonly rpId: string;
  readonly isVerified?: boolean;
}

/** A device with one key; its counter goes on with every signature unless it is set. */
export function passkeyDevice() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const id = randomBytes(32);
  const device = { id: base64url(id), counter: 0, userHandle: '', make, assert };

  function authenticatorData(rpId: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(device.counter);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter]);
  }
  const clientData = (type: string, { challenge, origin }: Ceremony) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const flagsOf = ({ isVerified = true }: Ceremony) => userPresent | (isVerified ? userVerified : 0);

  function make(ceremony: Ceremony, userHandle: string) {
    device.userHandle = userHandle;
    const key = cbor(
      new Map<number, Cbor>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]),
    );
    const data = Buffer.concat([
      authenticatorData(ceremony.rpId, flagsOf(ceremony) | hasCredential),
      Buffer.alloc(16),
      Buffer.from([0, id.length]),
      id,
      key,
    ]);
    const attestationObject = cbor(
      new Map<string, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', data],
      ]),
    );
    const clientDataJSON = base64url(clientData('webauthn.create', ceremony));
    const response = {
      clientDataJSON,
      attestationObject: base64url(attestationObject),
      transports: ['internal'],
    };
    return { id: device.id, rawId: device.id, type: 'public-key', response };
  }

  function assert(ceremony: Ceremony) {
    device.counter += 1;
    const data = authenticatorData(ceremony.rpId, flagsOf(ceremony));
    const client = clientData('webauthn.get', ceremony);
    const response = {
      clientDataJSON: base64url(client),
      authenticatorData: base64url(data),
      signature: base64url(sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)),
      userHandle: device.userHandle,
    };
    return { id: device.id, rawId: device.id, type: 'public-key', response };
  }
  return device;
}
export type PasskeyDevice = ReturnType<typeof passkeyDevice>;
