// Notes of heads, against what others published: the reference of Go's note package and the text of c2sp.org.
import { createPublicKey, verify } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesOf, toHex } from './byte-text.ts';
import { findHeadNote, headNoteText, parseHeadNote } from './head-note.ts';
import { noteOf, parseSignedNote, parseVerifierKey, verifierKey, verifyNote } from './signed-note.ts';

/** The example of golang.org/x/mod/sumdb/note. */
const goKey = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const goText =
  'If you think cryptography is the answer to your problem,\n' +
  "then you don't know what your problem is.\n";
const goNote = `${goText}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`;
/** The example of c2sp.org/tlog-checkpoint, under a name of ours. */
const c2spRoot = 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=';

const logId = '0198a3c2-6f2d-7c11-8a5e-0c4a2f1d9b77';
const root = '0ac5186a91863e8e1d90c808014aa89bf5da8e3ee1d9f07630f0378f68f1ab62';
const head = { logId, size: 20_852_163, root };

async function made() {
  const pair = await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify']);
  if (!('publicKey' in pair)) throw new Error('no pair');
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  const name = `watchpost/${logId}`;
  const key = parseVerifierKey(verifierKey(name, publicKey));
  if (key === null) throw new Error('no key');
  const text = headNoteText(head);
  const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', pair.privateKey, bytesOf(text)));
  return { key, note: noteOf(text, key, signature) };
}

describe('a signed note', () => {
  it('[TRUTH-05] of Go’s own package verifies here, and in no other words', async () => {
    const [key, note] = [parseVerifierKey(goKey), parseSignedNote(goNote)];
    if (key === null || note === null) throw new Error('unread');
    expect(verifierKey(key.name, key.publicKey)).toBe(goKey);
    expect(note.text).toBe(goText);
    expect(await verifyNote(note, [key])).toBe('signed');
    const [signature] = note.signatures;
    if (signature === undefined) throw new Error('no signature');
    expect(noteOf(goText, key, signature.signature)).toBe(goNote);
    expect(await verifyNote({ ...note, text: goText.replace('your', 'Your') }, [key])).toBe('forged');
    expect(await verifyNote(note, [{ ...key, name: 'AnotherName' }])).toBe('forged');
    expect(await verifyNote(note, [])).toBe('forged');
  });

  it.each([
    goKey.slice(1),
    goKey.slice(0, -1),
    goKey.replace('c74f20a3', 'c74f20a4'),
    'PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
    `Peter Neumann${goKey.slice(12)}`,
    '',
  ])('[TRUTH-05] has no key in %j', (text) => {
    expect(parseVerifierKey(text)).toBeNull();
  });

  it.each([
    ['without a signature', goText],
    ['without the last line feed', goNote.slice(0, -1)],
    ['with a control character', goNote.replace('your', 'your\t')],
    ['with a hyphen for the dash', goNote.replace('—', '-')],
    ['with no bytes after the id', `${goText}\n— PeterNeumann x08gow==\n`],
    ['with base 64 written otherwise', goNote.replace('nAM=', 'nAN=')],
    ['with a line of no signature', `${goNote}and more\n`],
  ])('[TRUTH-05] %s is none', (_what, text) => {
    expect(parseSignedNote(text)).toBeNull();
  });
});

describe('the note of a head', () => {
  it('[TRUTH-05] is three lines and a signature, as c2sp.org/tlog-checkpoint has it, and another verifier takes it', async () => {
    const { key, note } = await made();
    const lines = note.split('\n');
    expect(lines.slice(0, 4)).toEqual([`watchpost/${logId}`, '20852163', c2spRoot, '']);
    expect(lines.slice(5)).toEqual(['']);
    const [dash, name, encoded = ''] = (lines[4] ?? '').split(' ');
    expect([dash, name]).toEqual(['—', `watchpost/${logId}`]);
    const signature = Buffer.from(encoded, 'base64');
    expect(signature.subarray(0, 4).toString('hex')).toBe(key.keyId);
    const x = Buffer.from(key.publicKey).toString('base64url');
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const text = Buffer.from(`${lines.slice(0, 3).join('\n')}\n`);
    expect(verify(null, text, publicKey, signature.subarray(4))).toBe(true);
  });

  it('[TRUTH-05] is read back, and found within a mail however that is quoted', async () => {
    const { key, note } = await made();
    const read = parseHeadNote(note);
    expect(read?.head).toEqual(head);
    const quoted = note.replaceAll(/^/gm, '> ').replaceAll('\n', '\r\n');
    const mail = `On Monday somebody wrote watchpost/\r\n\r\n${quoted}\r\n> \r\n> Kind regards\r\n— me\r\n`;
    for (const text of [note, mail, `\uFEFF${note}`, note.trimEnd()]) {
      const found = findHeadNote(text);
      expect(found?.head).toEqual(head);
      expect(found && (await verifyNote(found.note, [key]))).toBe('signed');
    }
  });

  it.each([
    ['of another log’s name', `example.com/log\n5\n${c2spRoot}\n`],
    ['with a zero before the size', `watchpost/${logId}\n05\n${c2spRoot}\n`],
    ['with a size below nothing', `watchpost/${logId}\n-5\n${c2spRoot}\n`],
    ['with a size beyond numbers', `watchpost/${logId}\n99999999999999999999\n${c2spRoot}\n`],
    ['with a root too short', `watchpost/${logId}\n5\nCsUYag==\n`],
    ['with an empty line', `watchpost/${logId}\n5\n\n${c2spRoot}\n`],
    ['of two lines', `watchpost/${logId}\n5\n`],
  ])('[TRUTH-05] %s is none', async (_what, text) => {
    const { key } = await made();
    const note = noteOf(text, key, new Uint8Array(64));
    expect(parseHeadNote(note)).toBeNull();
    expect(findHeadNote(note)).toBeNull();
  });

  it('[TRUTH-05] is what anybody makes of any head, whatever stands around it', () => {
    const hashes = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(fc.uuid(), fc.maxSafeNat(), hashes, fc.string(), (of, size, hash, beside) => {
        const head = { logId: of, size, root: toHex(hash) };
        const key = { name: `watchpost/${of}`, keyId: '01020304' };
        const note = noteOf(headNoteText(head), key, new Uint8Array(64));
        expect(findHeadNote(`${beside}\n${note}\n${beside}`)?.head).toEqual(head);
      }),
    );
  });
});
