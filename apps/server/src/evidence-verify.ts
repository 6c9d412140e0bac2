// npm run evidence:verify FILE: says whether an evidence file holds, without a server or a database.
import fs from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { parseBundle } from '@watchpost/domain/evidence/bundle';
import { type BundleVerdict, verifyBundle } from '@watchpost/domain/evidence/verify-bundle';

const usage = `Checks an evidence file that the console exported.

  npm run evidence:verify -- FILE                     exits with 0 when everything holds, with 1 when something does not
  npm run evidence:verify -- FILE --key FINGERPRINT   also asks that the log's key is the one that was published`;

function sentences({ faults, ...verdict }: BundleVerdict): string[] {
  const { records, sealed, events, signed, keys } = verdict;
  return [
    `${sealed} of ${records} records lie in the log, ${signed} of ${events} events were signed by their phone.`,
    ...keys.map((key) => `The log's key: ${key}`),
    ...faults.map(
      ({ kind, subject, id, field }) =>
        `${[subject, id].join(' ').trim()}: ${kind}${field === null ? '' : `, ${field}`}`,
    ),
  ];
}

async function main(): Promise<number> {
  const options = { key: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [file] = positionals;
  if (file === undefined || positionals.length > 1) {
    console.error(usage);
    return 2;
  }
  const bundle = parseBundle(await fs.readFile(file, 'utf8'));
  if (bundle === null) {
    console.log(`${file} is not an evidence file, or was altered beyond reading.`);
    return 1;
  }
  const verdict = await verifyBundle(bundle);
  for (const sentence of sentences(verdict)) console.log(sentence);
  const isStrange = values.key !== undefined && !verdict.keys.every((key) => key === values.key);
  if (isStrange) console.log('The key is not the one that was published.');
  const holds = verdict.faults.length === 0 && !isStrange;
  console.log(holds ? 'Everything holds.' : 'This file does not hold.');
  return holds ? 0 : 1;
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
