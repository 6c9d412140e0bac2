// npm run test:quick: checks and tests of what a change touches, in a minute and a half; says which tests it left out.
import './node-version.mjs';
import fs from 'node:fs';
import { ensureInstall } from './ensure-install.mjs';
import { inRoot } from './layout.mjs';
import { runStep } from './run-step.mjs';
import { runTests } from './run-tests.mjs';
import { codeFiles, isJourney } from './test-files.mjs';
import { guessedMs } from './test-durations.mjs';
import { changedFiles, defaultBase, fitting, importersOf, testsReaching } from './touched-tests.mjs';

const usage = `npm run test:quick: checks and tests of what differs from main, in a minute and a half.

  npm run test:quick -- REVISION   of what differs from this one`;
/** For tests of the change; what is left of the minute and a half is for the checks. */
const testsLimitMs = 30_000;
const [base = defaultBase(), ...others] = process.argv.slice(2);
if (base.startsWith('-') || others.length > 0) {
  const asksForHelp = others.length === 0 && ['-h', '--help'].includes(base);
  if (asksForHelp) console.log(usage);
  else console.error(usage);
  process.exit(asksForHelp ? 0 : 2);
}

const bin = (...parts) => inRoot('node_modules', ...parts);

/** One line for a step, and what it printed where it failed; resolves to whether it passed. */
async function check([name, args, settings = {}]) {
  const startedAt = performance.now();
  const env = { ...process.env, ...settings };
  const { code, output } = await runStep(process.execPath, args, { quiet: true, env });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  console.log(
    code === 0 ? `ok      ${name} (${seconds} s)` : `FAILED  ${name} (${seconds} s)\n${output.trim()}`,
  );
  return code === 0;
}

function checksOf(changed) {
  const code = changed.filter((file) => /\.(ts|tsx|mjs)$/.test(file));
  const formatted = changed.filter((file) => /\.(ts|tsx|mjs|json|css)$/.test(file));
  const steps = [];
  if (formatted.length > 0)
    steps.push([
      'format',
      [bin('@biomejs', 'biome', 'bin', 'biome'), 'format', '--no-errors-on-unmatched', ...formatted],
    ]);
  if (code.length > 0) {
    steps.push(['types', [bin('typescript', 'bin', 'tsc'), '--noEmit', '-p', '.']]);
    steps.push([
      'lint',
      [
        bin('oxlint', 'bin', 'oxlint'),
        '--type-aware',
        '--deny-warnings',
        '--no-error-on-unmatched-pattern',
        ...code,
      ],
    ]);
  }
  const vitest = [bin('vitest', 'vitest.mjs'), 'run', 'checks', '--reporter=dot'];
  return [...steps, ['boundaries', vitest, { TEST_DATABASE: 'none' }]];
}

await ensureInstall();
const changed = changedFiles(base);
if (changed.length === 0) {
  console.log(`Nothing differs from ${base}.`);
  process.exit(0);
}
let isGreen = true;
for (const step of checksOf(changed)) isGreen = (await check(step)) && isGreen;

const importers = importersOf(codeFiles(), (file) => fs.readFileSync(inRoot(file), 'utf8'));
const reaching = testsReaching(changed, importers).filter(({ file }) => !file.startsWith('checks/'));
const chosen = fitting(reaching, testsLimitMs, guessedMs()).map(({ file }) => file);
const leftOut = reaching.length - chosen.length;
const files = { unit: chosen.filter((file) => !isJourney(file)), journeys: chosen.filter(isJourney) };
if (chosen.length > 0) isGreen = (await runTests(files)) && isGreen;
if (leftOut > 0)
  console.log(`${leftOut} more test files reach the change and were left out: npm test runs them.`);
process.exitCode = isGreen ? 0 : 1;
