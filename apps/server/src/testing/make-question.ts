import { randomUUID } from 'node:crypto';
import { emptyQuestion, type Question } from '@watchpost/domain/checkpoint-questions';

/** Whether a fire door is closed, which must be answered; with `changes`, whatever else. */
export const makeQuestion = (changes: Partial<Question> = {}): Question => ({
  ...emptyQuestion(randomUUID()),
  text: 'Fire door closed?',
  ...changes,
});

/** The pressure of a pump, whose limits are 5 and 8 bar: an answer outside of them opens an incident. */
export const makePressureQuestion = (): Question =>
  makeQuestion({
    kind: 'number',
    text: 'Pressure',
    unit: 'bar',
    min: 5,
    max: 8,
    incidentOn: ['outOfLimits'],
  });
