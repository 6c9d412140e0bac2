// A signed head: what the log was at one moment.
import { bytesOf, type Bytes } from './byte-text.ts';
import { canonicalJson } from './canonical-json.ts';
import { isSignedBy, keyIdOf } from './signatures.ts';

const headFormat = 'watchpost log head 1';

export interface TreeHead {
  /** The tenant. */
  readonly logId: string;
  readonly size: number;
  /** Of the tree's root, in hexadecimal. */
  readonly root: string;
  readonly atMs: number;
}

export interface SignedHead extends TreeHead {
  /** See keyIdOf(). */
  readonly key: string;
  readonly signature: string;
}

export function headBytes({ logId, size, root, atMs }: TreeHead): Bytes {
  return bytesOf(canonicalJson({ format: headFormat, logId, size, root, atMs }));
}

/** Whether one of the public keys is the one that the head names, and signed it. */
export async function isSignedHead(head: SignedHead, publicKeys: readonly string[]): Promise<boolean> {
  const publicKey = publicKeys.find((each) => keyIdOf(each) === head.key);
  return publicKey !== undefined && isSignedBy(publicKey, head.signature, headBytes(head));
}
