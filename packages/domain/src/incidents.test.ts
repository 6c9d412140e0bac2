import { expect, it } from 'vitest';
import { incidentStatuses, mayFollow, needsComment, statusesAfter } from './incidents.ts';

it('[MNG-08] an incident goes from New to Attended to Closed, one step at a time and never back', () => {
  const steps = incidentStatuses.flatMap((before) =>
    incidentStatuses.filter((after) => mayFollow(before, after)).map((after) => `${before} ${after}`),
  );
  expect(steps).toEqual(['New Attended', 'Attended Closed']);
  expect(statusesAfter('Closed')).toEqual([]);
});

it('[MNG-08] closing needs a comment, attending does not', () => {
  expect(incidentStatuses.filter(needsComment)).toEqual(['Closed']);
});
