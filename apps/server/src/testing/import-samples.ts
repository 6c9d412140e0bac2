// One request that each endpoint about imports accepts (endpoint-samples.ts).
import { randomUUID } from 'node:crypto';
import { formOf } from './test-files.ts';

// An import is its maker's alone, and no sample has made one.
const samplesOf = (noun: string, text: string, mapping: Readonly<Record<string, number>>) => ({
  [`upload${noun}Import`]: () => ({ form: formOf(Buffer.from(text), 'rows.csv', 'text/csv') }),
  [`get${noun}Import`]: () => ({ params: { id: randomUUID() }, answers: 404 }),
  [`check${noun}Import`]: () => ({ params: { id: randomUUID() }, body: { mapping }, answers: 404 }),
  [`run${noun}Import`]: () => ({ params: { id: randomUUID() }, body: { mode: 'validOnly' }, answers: 404 }),
  [`get${noun}ImportErrors`]: () => ({
    params: { id: randomUUID() },
    query: { format: 'csv' },
    answers: 404,
  }),
});

export const importSamples = {
  ...samplesOf('Guard', 'Employee ID,Name\nS1,Asha\n', { employeeId: 0, firstName: 1 }),
  ...samplesOf('Checkpoint', 'Name,Site\nGate,Mill\n', { name: 0, site: 1 }),
};
