// npm run audit:advisories: asks the registry that npm is set to for known advisories about what the product runs on. Exit code 1 when
// it names any, 0 when it names none or does not answer, which is said: without a network nothing is known, and nothing is broken.
import './node-version.mjs';
import { takeNoArguments } from './no-arguments.mjs';
import { npmCommand, npmEnvironment } from './npm-command.mjs';
import { runStep } from './run-step.mjs';

const answerLimitMs = 120_000;

function readReport(output) {
  const start = output.indexOf('{');
  try {
    const report = JSON.parse(output.slice(start, output.lastIndexOf('}') + 1));
    return typeof report.metadata?.vulnerabilities?.total === 'number' ? report : null;
  } catch {
    return null;
  }
}

/** Where an advisory is described; a package that is named only because it uses another has none of its own. */
const addressesOf = ({ via }) => via.flatMap((cause) => (typeof cause === 'string' ? [] : [cause.url]));

takeNoArguments(
  'npm run audit:advisories: asks the registry for known advisories about the packages that the product runs on.',
);
const [command, ...first] = npmCommand();
const { output } = await runStep(command, [...first, 'audit', '--omit=dev', '--json'], {
  env: npmEnvironment(),
  quiet: true,
  limitMs: answerLimitMs,
});
const report = readReport(output);
if (report === null) {
  console.log(
    'Not looked up: no registry answered with advisories. This says nothing of whether there are any.',
  );
} else {
  const { vulnerabilities, metadata } = report;
  const named = Object.values(vulnerabilities);
  for (const entry of named)
    console.log([entry.severity, entry.name, entry.range, ...addressesOf(entry)].join('  '));
  console.log(`${named.length} of ${metadata.dependencies.prod} packages have known advisories.`);
  process.exitCode = named.length === 0 ? 0 : 1;
}
