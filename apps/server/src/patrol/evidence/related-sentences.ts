// What an evidence file holds of its rounds, a line each, as the command tells it.
import type { RoundRelatedRecords } from '@watchpost/domain/evidence/related-records';
import type { ShownRound } from '@watchpost/domain/evidence/evidence-file';
import type { CodeVerdict } from '@watchpost/domain/evidence/code-verdicts';
import type { ShownScan } from '@watchpost/domain/evidence/round-ledger';
import type { RelatedStep } from '@watchpost/domain/evidence/related-history';

const at = (ms: number) => (Number.isFinite(ms) ? new Date(ms).toISOString() : 'at an unknown time');

/** That something of a round was sent late (TRUTH-04). */
export const lateSentences = ({ id, guardName }: ShownRound, lateAtMs: number | null): string[] =>
  lateAtMs === null ? [] : [`Round ${id}, ${guardName}: sent late, arrived ${at(lateAtMs)}`];

export function* relatedSentences(
  { id, guardName }: ShownRound,
  { remarks, incidents, calls }: RoundRelatedRecords,
): Generator<string> {
  for (const { checkpointName, atMs, answers, note, isSealed } of remarks) {
    const checkpoint = checkpointName === '' ? 'a checkpoint' : checkpointName;
    yield `Round ${id}, ${checkpoint}, ${guardName}, ${at(atMs)}${isSealed ? '' : ', not sealed'}:`;
    for (const { question, value, unit, marks } of answers) {
      const flags = marks.length === 0 ? '' : ` (${marks.join(', ')})`;
      yield `  ${question === '' ? 'A question that is not known' : question} ${[value, unit].join(' ').trim()}${flags}`;
    }
    if (note !== '') yield `  Note: ${JSON.stringify(note)}`;
  }
  for (const { type, severity, status, description, atMs, steps } of incidents) {
    yield `Round ${id}, incident, ${guardName}, ${at(atMs)}: ${type}, ${severity}, ${status}, ${JSON.stringify(description)}`;
    yield* steps.map(stepSentence);
  }
  for (const { atMs, steps, positions } of calls) {
    yield `Round ${id}, call for help, ${guardName}, ${at(atMs)}: ${positions} positions since`;
    yield* steps.map(stepSentence);
  }
}

const codeTexts: Readonly<Record<CodeVerdict, string>> = {
  genuine: 'code genuine',
  none: 'no code',
  forged: 'code not genuine',
  unknownTag: 'tag not known',
  wrong: 'code of another checkpoint',
  retired: 'code no longer valid',
  stale: 'code of the screen out of date',
  shared: 'code of the screen used twice',
  printed: 'printed code where a screen shows codes',
  unsigned: 'code without a signature',
};
/** Enough to tell the phones of a file from each other. */
const phoneLetters = 8;

/** The scans of a round; what was not scanned is left out. */
export function* scanSentences({ id }: ShownRound, scans: readonly ShownScan[]): Generator<string> {
  for (const { checkpointName, atMs, code, phone, isSealed } of scans) {
    if (atMs === null || code === null) continue;
    const checkpoint = checkpointName === '' ? 'a checkpoint' : checkpointName;
    const facts = [
      codeTexts[code],
      `phone ${phone.slice(0, phoneLetters)}`,
      ...(isSealed ? [] : ['not sealed']),
    ];
    yield `Round ${id}, scan of ${checkpoint}, ${at(atMs)}: ${facts.join(', ')}`;
  }
}

function stepSentence({ kind, atMs, actorName, toStatus, comment }: RelatedStep): string {
  const written = comment === '' ? '' : `: ${JSON.stringify(comment)}`;
  return `  ${at(atMs)} ${[kind, toStatus, actorName].filter((part) => part !== '').join(', ')}${written}`;
}
