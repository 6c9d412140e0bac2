// Whether a time-stamp is signed by the certificate that it names, and that by an authority that the operator trusts.
import { constants, createHash, type KeyObject, timingSafeEqual, verify, X509Certificate } from 'node:crypto';
import { contentOf, context, DerError, type DerValue, inside, oidOf, readOne, tags } from './der.ts';
import { hashNames, oids } from './oids.ts';
import { type ReadTimeStamp, TimeStampError } from './time-stamp-reply.ts';

/** From the signer to an authority. */
const chainMax = 8;

/**
 * Throws TimeStampError where the signature does not hold, or leads to none of the authorities. Without any the
 * certificate that came along is believed to be the signer's, which tells no one who that is.
 */
export function verifyTimeStamp(stamp: ReadTimeStamp, authorities: readonly X509Certificate[] | null): void {
  try {
    const { signed, atMs } = stamp;
    const certificates = signed.certificates.map((each) => new X509Certificate(each));
    const signer = new SignerInfo(signed.signer);
    const certificate = certificates.find((each) => signer.names(each));
    if (certificate === undefined) throw new TimeStampError('it holds no certificate of its signer');
    signer.verify(signed.content, certificate.publicKey);
    requireForTimeStamps(certificate);
    requireValid(certificate, atMs);
    if (authorities !== null) requireChain(certificate, certificates, { authorities, atMs });
  } catch (error) {
    if (error instanceof TimeStampError) throw error;
    throw new TimeStampError(`its signature cannot be read (${error instanceof Error ? error.message : ''})`);
  }
}

class SignerInfo {
  readonly #hash: string;
  readonly #attributes: DerValue;
  readonly #algorithm: string;
  readonly #signature: Buffer;

  constructor([, , digest, attributes, algorithm, signature]: readonly DerValue[]) {
    const [hash] = inside(digest, tags.sequence);
    this.#hash = hashNames[oidOf(hash)] ?? '';
    if (this.#hash === '') throw new TimeStampError('it is signed over a hash that is not safe any more');
    if (attributes?.tag !== context(0)) throw new DerError('no attributes');
    this.#attributes = attributes;
    this.#algorithm = oidOf(inside(algorithm, tags.sequence)[0]);
    this.#signature = contentOf(signature, tags.octets);
  }

  /** Whether the attributes name this certificate by its hash (RFC 5035): another with the same key will not do. */
  names(certificate: X509Certificate): boolean {
    const newer = this.#attribute(oids.signingCertificateV2);
    const named = newer ?? this.#attribute(oids.signingCertificate);
    const [list] = inside(named ?? undefined, tags.sequence);
    const [first] = inside(list, tags.sequence);
    const [head, next] = inside(first, tags.sequence);
    const isOther = head?.tag === tags.sequence;
    const hash = isOther
      ? hashNames[oidOf(inside(head, tags.sequence)[0])]
      : newer === null
        ? 'sha1'
        : 'sha256';
    if (hash === undefined) return false;
    return contentOf(isOther ? next : head, tags.octets).equals(
      createHash(hash).update(certificate.raw).digest(),
    );
  }

  verify(content: Buffer, key: KeyObject): void {
    const kind = this.#attribute(oids.contentType);
    const digest = contentOf(this.#attribute(oids.messageDigest) ?? undefined, tags.octets);
    const made = createHash(this.#hash).update(content).digest();
    const isSame = digest.length === made.length && timingSafeEqual(digest, made);
    if (oidOf(kind ?? undefined) !== oids.timeStampInfo || !isSame)
      throw new TimeStampError('it was altered: what it says is not what was signed');
    // Signed as the set that it is, and not under the tag that it has here.
    const bytes = Buffer.concat([Buffer.of(tags.set), this.#attributes.whole.subarray(1)]);
    const isPss = this.#algorithm === oids.rsaPss;
    const padding = isPss ? { padding: constants.RSA_PKCS1_PSS_PADDING } : {};
    const hash = this.#algorithm === oids.ed25519 ? null : this.#hash;
    if (!verify(hash, bytes, { key, ...padding }, this.#signature))
      throw new TimeStampError('it was altered: the signature does not hold');
  }

  #attribute(oid: string): DerValue | null {
    for (const attribute of inside(this.#attributes, context(0))) {
      const [name, values] = inside(attribute, tags.sequence);
      if (oidOf(name) === oid) return inside(values, tags.set)[0] ?? null;
    }
    return null;
  }
}

/** For time-stamps alone, and critical (RFC 3161, section 2.3): a certificate of a web server signs none. */
function requireForTimeStamps(certificate: X509Certificate): void {
  const [content] = inside(readOne(certificate.raw), tags.sequence);
  const extensions = inside(content, tags.sequence).find(({ tag }) => tag === context(3));
  const [list] = inside(extensions, context(3));
  for (const extension of inside(list, tags.sequence)) {
    const [name, critical, value] = inside(extension, tags.sequence);
    if (oidOf(name) !== oids.extendedKeyUsage || critical?.tag !== tags.boolean) continue;
    const usages = inside(readOne(contentOf(value, tags.octets)), tags.sequence);
    if (usages.length === 1 && oidOf(usages[0]) === oids.timeStamping) return;
  }
  throw new TimeStampError('its certificate is not one for time-stamps alone');
}

function requireValid(certificate: X509Certificate, atMs: number): void {
  const isValid = Date.parse(certificate.validFrom) <= atMs && atMs <= Date.parse(certificate.validTo);
  if (!isValid) throw new TimeStampError(`the certificate of ${subjectOf(certificate)} was not valid then`);
}

const subjectOf = ({ subject }: X509Certificate) => subject.replaceAll(/\p{Cc}+/gu, ', ').slice(0, 200);

interface Trust {
  readonly authorities: readonly X509Certificate[];
  readonly atMs: number;
}

function requireChain(
  signer: X509Certificate,
  sent: readonly X509Certificate[],
  { authorities, atMs }: Trust,
): void {
  let one = signer;
  for (let step = 0; step < chainMax; step += 1) {
    const child = one;
    if (authorities.some(({ raw }) => raw.equals(child.raw))) return;
    const issuer = [...authorities, ...sent].find(
      (each) => each.ca && child.checkIssued(each) && child.verify(each.publicKey),
    );
    if (issuer === undefined || issuer.raw.equals(child.raw)) break;
    requireValid(issuer, atMs);
    one = issuer;
  }
  throw new TimeStampError(
    `its certificate (${subjectOf(signer)}) leads to no authority of TIMESTAMP_CA_FILE`,
  );
}
