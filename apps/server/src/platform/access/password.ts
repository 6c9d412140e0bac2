import { hash, hashRaw, verify } from '@node-rs/argon2';
import { Slots } from '../http/slots.ts';

// OWASP's second recommendation for argon2id: 19 MiB, 2 passes, 1 lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Of the four that Node's threads would take at once, each with its 20 MB. */
const slots = new Slots(2);

export async function hashPassword(password: string): Promise<string> {
  return slots.while(() => hash(password, cost));
}

/** Of a secret that is looked up by its hash; as slow as a password's. */
export async function slowHash(secret: Buffer, salt: Buffer): Promise<Buffer> {
  return slots.while(() => hashRaw(secret, { ...cost, salt }));
}

let decoy: Promise<string> | null = null;

/**
 * Whether the password fits the stored hash. Without a hash (no such account) as much work is done before the answer
 * no, so that time does not tell who exists.
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const compared = stored ?? (await decoy);
  const isRight = await slots.while(() => verify(compared, password));
  return isRight && stored !== null;
}
