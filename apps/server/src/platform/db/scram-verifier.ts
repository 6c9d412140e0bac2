// A password as PostgreSQL stores it, made here: what a statement carries stands in the log of a server that logs statements.
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

const iterations = 4096;
const saltBytes = 16;

/** "SCRAM-SHA-256$iterations:salt$StoredKey:ServerKey" (RFC 5803). The password must be ASCII, which SASLprep leaves as it is. */
export function scramVerifier(password: string, salt: Buffer = randomBytes(saltBytes)): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256');
  const hmac = (text: string) => createHmac('sha256', salted).update(text).digest();
  const storedKey = createHash('sha256').update(hmac('Client Key')).digest();
  const keys = [storedKey, hmac('Server Key')].map((key) => key.toString('base64')).join(':');
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${keys}`;
}
