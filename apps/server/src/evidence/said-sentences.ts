// What an evidence file holds beside the scans of its rounds, a line each, as the command tells it.
import type { RoundBeside } from '@watchpost/domain/evidence/beside-records';
import type { ShownRound } from '@watchpost/domain/evidence/evidence-file';
import type { ToldStep } from '@watchpost/domain/evidence/told-records';

const at = (ms: number) => (Number.isFinite(ms) ? new Date(ms).toISOString() : 'at an unknown time');

export function* saidSentences(
  { id, guardName }: ShownRound,
  { remarks, incidents, calls }: RoundBeside,
): Generator<string> {
  for (const { checkpointName, atMs, answers, note, isSealed } of remarks) {
    const place = checkpointName === '' ? 'a checkpoint' : checkpointName;
    yield `Round ${id}, ${place}, ${guardName}, ${at(atMs)}${isSealed ? '' : ', not sealed'}:`;
    for (const { question, value, unit, marks } of answers) {
      const doubts = marks.length === 0 ? '' : ` (${marks.join(', ')})`;
      yield `  ${question === '' ? 'A question that is not known' : question} ${[value, unit].join(' ').trim()}${doubts}`;
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

function stepSentence({ kind, atMs, actorName, toStatus, comment }: ToldStep): string {
  const written = comment === '' ? '' : `: ${JSON.stringify(comment)}`;
  return `  ${at(atMs)} ${[kind, toStatus, actorName].filter((part) => part !== '').join(', ')}${written}`;
}
