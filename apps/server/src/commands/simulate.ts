// npm run simulate: guards walk rounds over the real field API.
import { FieldClientError } from '../demo/simulator/field-client.ts';
import { parseArguments, usage, UsageError } from '../demo/simulator/options.ts';
import { simulate } from '../demo/simulator/simulation.ts';
import { describe, type Summary } from '../demo/simulator/tally.ts';

const batchProgressEveryMs = 30_000;

async function main(): Promise<number> {
  const options = parseArguments(process.argv.slice(2));
  if (options === null) {
    console.log(usage);
    return 0;
  }
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  process.once('SIGTERM', () => stop.abort());
  const summary = await simulate(options, { signal: stop.signal, onProgress: progressLine() });
  if (process.stdout.isTTY) process.stdout.write('\r\u001B[K');
  console.log(describe(summary));
  for (const note of summary.notes) console.log(`  ${note}`);
  return summary.unanswered + summary.differed === 0 ? 0 : 1;
}

/** One line that rewrites itself on a terminal; elsewhere a line now and then. */
function progressLine(): (summary: Summary) => void {
  let lastMs = Date.now();
  return (summary) => {
    if (process.stdout.isTTY) process.stdout.write(`\r\u001B[K${describe(summary)}`);
    else if (Date.now() - lastMs >= batchProgressEveryMs) {
      lastMs = Date.now();
      console.log(describe(summary));
    }
  };
}

main().then(
  (code) => {
    process.exitCode = code;
  },
  (error: unknown) => {
    const isExpected = error instanceof UsageError || error instanceof FieldClientError;
    console.error(isExpected ? error.message : error);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  },
);
