import { hash, hashRaw, verify } from '@node-rs/argon2';

// OWASP's second recommendation for argon2id: 19 MiB, 2 passes, 1 lane.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export async function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/** Of a secret that is looked up by its hash; as slow as a password's. */
export async function slowHash(secret: Buffer, salt: Buffer): Promise<Buffer> {
  return hashRaw(secret, { ...cost, salt });
}

let decoy: Promise<string> | null = null;

/**
 * Whether the password fits the stored hash. Without a hash (no such account) as much work is done before the answer
 * no, so that time does not tell who exists.
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  decoy ??= hashPassword('nobody has this password');
  const isRight = await verify(stored ?? (await decoy), password);
  return isRight && stored !== null;
}
