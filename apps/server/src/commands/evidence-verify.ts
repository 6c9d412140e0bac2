// npm run evidence:verify FILE: says whether an evidence file holds, without a server or a database.
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { faultsMax } from '@watchpost/domain/evidence/file-check';
import type { FileVerdict } from '@watchpost/domain/evidence/file-verdict';
import { checkFile } from '@watchpost/domain/evidence/file-lines';
import type { SavedHead } from '@watchpost/domain/evidence/saved-heads';
import { parseSavedHeads, parsePublishedKeys } from '@watchpost/domain/evidence/saved-head-files';
import { spanText } from '@watchpost/domain/span-text';
import { whyUnreadable } from '../platform/adapters/files/named-file.ts';
import { nativeSha256 } from '../patrol/evidence/native-sha256.ts';
import { lateSentences, relatedSentences, scanSentences } from '../patrol/evidence/related-sentences.ts';
import { printLine } from './visible-text.ts';

const usage = `Checks an evidence file that the console exported. Needs neither a server nor a database nor a network.

  npx watchpost-verify FILE                     exits with 0 when everything holds, with 1 when something does not
  npx watchpost-verify FILE --key FINGERPRINT   also asks that the log's key is the one that was published
  npx watchpost-verify FILE --keys KEYS         the same with what the server's /evidence/keys said, kept as a file
  npx watchpost-verify FILE --earlier KEPT      also asks that the log is the one of a head that was kept: a head, its
                                                note (as in a mail, c2sp.org/tlog-checkpoint), an earlier evidence file,
                                                or what /evidence/growth said; may come twice

npm run evidence:verify -- FILE does the same.`;

/** Lines of scans, answers, incidents and calls that are printed; all are checked. */
const sentencesMax = 2_000;

class UsageError extends Error {}

interface Settings {
  readonly file: string;
  readonly trustedKeys: readonly string[] | undefined;
  readonly saved: readonly SavedHead[];
}

function readText(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`${file}: ${whyUnreadable(error)}.`);
  }
}

/** Null where help was asked for. */
function readSettings(args: string[]): Settings | null {
  const options = {
    key: { type: 'string', multiple: true },
    keys: { type: 'string' },
    earlier: { type: 'string', multiple: true },
    help: { type: 'boolean', short: 'h' },
  } as const;
  try {
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [file] = positionals;
    if (values.help === true) return null;
    if (file === undefined || positionals.length > 1) throw new UsageError('Name one evidence file.');
    const published = values.keys === undefined ? undefined : parsePublishedKeys(readText(values.keys));
    if (published === null) throw new UsageError(`${values.keys}: not what /evidence/keys says`);
    const trustedKeys = [...(values.key ?? []), ...(published ?? [])];
    return {
      file,
      trustedKeys: trustedKeys.length === 0 ? undefined : trustedKeys,
      saved: (values.earlier ?? []).map(readSaved),
    };
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
  }
}

function readSaved(file: string): SavedHead {
  const saved = parseSavedHeads(readText(file));
  if (saved === null)
    throw new UsageError(`${file}: neither a head, a note of one, an evidence file nor a proof of growth`);
  return saved;
}

const at = (ms: number) => new Date(ms).toISOString();

function* sentences(verdict: FileVerdict): Generator<string> {
  const { head, rounds, sealed, attested, waiting, outside, events, signed, vouched, elsewhere } = verdict;
  const { remarks, incidents, calls } = verdict;
  yield `${rounds} rounds; the log's head is of ${at(head.head.atMs)}, over ${head.head.size} records.`;
  yield `${sealed} of ${sealed + waiting + outside} records lie in the log, ${signed} of ${events} events were signed by their phone.`;
  if (remarks + incidents + calls > 0)
    yield `Answers and notes: ${remarks}, incidents: ${incidents}, calls for help: ${calls}.`;
  if (waiting > 0) yield `${waiting} records were not sealed yet.`;
  if (outside > 0)
    yield `${outside} records were never sealed: they are older than the log, or were brought in.`;
  if (attested > 0)
    yield `Kept back: codes and ids of phones of ${attested} records that were sealed with them. The log proves the places of these records, the seal of this file what they say.`;
  if (vouched > 0)
    yield `${vouched} of the events were signed together with codes, which are kept back: the server checked those signatures when the events came.`;
  if (elsewhere > 0)
    yield `${elsewhere} signed events in between are not in this file: they are not of these rounds.`;
  for (const { table, id, atMs } of verdict.nameless)
    yield `${table} ${id}: the guard's name was erased on ${at(atMs)}, by law; nothing else of it was changed.`;
  yield* clockSentences(verdict);
  for (const key of verdict.keys) yield `The log's key: ${key}`;
  for (const { head: kept, outcome } of verdict.saved) {
    const name =
      kept.atMs === null ? `note of the head of ${kept.size} records` : `head kept on ${at(kept.atMs)}`;
    yield `The ${name}: ${savedHeadTexts[outcome]}`;
  }
  for (const { kind, subject, id, field } of verdict.faults) {
    yield `${[subject, id].join(' ').trim()}: ${kind}${field === null ? '' : `, ${field}`}`;
  }
  if (verdict.faultCount > faultsMax) yield `and ${verdict.faultCount - faultsMax} more`;
}

function* clockSentences({ setBacks }: FileVerdict): Generator<string> {
  for (const { fromMs, toMs, aheadMs } of setBacks) {
    const was = `The clock of a server was set back by ${spanText(fromMs - toMs)}, from ${at(fromMs)} to ${at(toMs)}, as a signed note of the log says`;
    yield aheadMs === 0
      ? `${was}; no record of this file is dated ahead by it.`
      : `${was}: records of before that are dated after ${at(toMs)} were recorded while the server's clock was ahead, by up to ${spanText(aheadMs)}.`;
  }
}

const savedHeadTexts = {
  same: 'this log has grown out of it.',
  other: 'this log is another one; it was rewritten or rolled back.',
  forged: 'it is not signed by a key of this file.',
  unknown: 'this file does not tell; a proof of growth from the server would.',
  unsupported: 'this program cannot verify notes.',
} as const;

function conclusion({ sealed, attested, waiting, outside }: FileVerdict): string {
  if (waiting + outside === 0)
    return attested > 0 ? 'This holds, with values kept back.' : 'Everything holds.';
  return sealed > 0 ? 'What is sealed holds.' : 'Nothing here is proved.';
}

async function main(): Promise<number> {
  const settings = readSettings(process.argv.slice(2));
  if (settings === null) {
    console.log(usage);
    return 0;
  }
  const { file, ...rest } = settings;
  const lines: string[] = [];
  let isNewer = false;
  const verdict = await checkFile(fs.createReadStream(file), {
    ...rest,
    sha256: nativeSha256,
    onNewer: () => {
      isNewer = true;
    },
    onRound: (round, related, scans, lateAtMs) => {
      if (lines.length >= sentencesMax) return;
      lines.push(
        ...scanSentences(round, scans),
        ...lateSentences(round, lateAtMs),
        ...relatedSentences(round, related),
      );
    },
  }).catch((error: unknown) => {
    throw new UsageError(`${file}: ${whyUnreadable(error)}.`);
  });
  if (verdict === null) {
    printLine(
      isNewer
        ? `${file} is newer than this program, which can say nothing of it. Check it with the program or page of the version that made it.`
        : `${file} is not an evidence file, or was altered beyond reading.`,
    );
    return 1;
  }
  for (const sentence of lines.slice(0, sentencesMax)) printLine(sentence);
  if (lines.length > sentencesMax) console.log('and more');
  for (const sentence of sentences(verdict)) printLine(sentence);
  const isSound = verdict.faultCount === 0;
  console.log(isSound ? conclusion(verdict) : 'This file does not hold.');
  return isSound ? 0 : 1;
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  },
);
