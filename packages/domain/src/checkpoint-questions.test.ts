import { describe, expect, it } from 'vitest';
import {
  answersToReport,
  emptyQuestion,
  isAnswerOf,
  marksOf,
  type Question,
  unanswered,
} from './checkpoint-questions.ts';

const question = (changes: Partial<Question> = {}): Question => ({
  ...emptyQuestion('q'),
  text: 'Fire door closed?',
  ...changes,
});
const pressure = question({ kind: 'number', min: 5, max: 8, incidentOn: ['outOfLimits'] });

describe('answers', () => {
  it('are taken for what the kind of question asks', () => {
    expect(isAnswerOf(question(), 'yes')).toBe(true);
    expect(isAnswerOf(question(), 'perhaps')).toBe(false);
    expect(isAnswerOf(question({ kind: 'choice', choices: ['Full', 'Empty'] }), 'Empty')).toBe(true);
    expect(isAnswerOf(question({ kind: 'choice', choices: ['Full', 'Empty'] }), 'Half')).toBe(false);
    expect(isAnswerOf(pressure, 6.5)).toBe(true);
    expect(isAnswerOf(pressure, '6.5')).toBe(false);
    expect(isAnswerOf(question({ kind: 'text' }), '  ')).toBe(false);
  });

  it('are marked outside of limits, which are within', () => {
    expect([5, 8].flatMap((value) => marksOf(pressure, value))).toEqual([]);
    expect(marksOf(pressure, 4.99)).toEqual(['outOfLimits', 'reported']);
    expect(marksOf({ ...pressure, incidentOn: [] }, 8.01)).toEqual(['outOfLimits']);
    expect(marksOf({ ...pressure, max: null }, 900)).toEqual([]);
  });

  it('open an incident only where the question says so', () => {
    const door = question({ incidentOn: ['no'] });
    expect(marksOf(door, 'no')).toEqual(['reported']);
    expect(marksOf(door, 'yes')).toEqual([]);
    expect(marksOf(door, 'maybe')).toEqual(['unfit']);
  });

  it('that may open an incident are those that can be told apart', () => {
    expect(answersToReport(question())).toEqual(['yes', 'no']);
    expect(answersToReport(pressure)).toEqual(['outOfLimits']);
    expect(answersToReport({ ...pressure, min: null, max: null })).toEqual([]);
    expect(answersToReport(question({ kind: 'text' }))).toEqual([]);
  });
});

it('a question that must be answered is missed until its answer fits', () => {
  const asked = [question(), question({ id: 'free', isRequired: false })];
  expect(unanswered(asked, [])).toEqual([asked[0]]);
  expect(unanswered(asked, [{ questionId: 'q', value: 'maybe' }])).toEqual([asked[0]]);
  expect(unanswered(asked, [{ questionId: 'q', value: 'no' }])).toEqual([]);
});
