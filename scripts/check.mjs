// npm run check: everything that must be right before a change goes in, one line a step. --no-tests leaves the tests out.
import './node-version.mjs';
import { ensureInstall } from './ensure-install.mjs';
import { inRoot } from './layout.mjs';
import { runStep } from './run-step.mjs';

const usage = `npm run check: format, types, lint, import rules, unused code, tests.

  npm run check -- --no-tests       leaves the tests out
  npm run check -- --before-tests   leaves out what npm test runs, too: the tests and the import rules`;
const [option, ...others] = process.argv.slice(2);
if (option === '--help' || option === '-h') {
  console.log(usage);
  process.exit(0);
}
if (others.length > 0 || ![undefined, '--no-tests', '--before-tests'].includes(option)) {
  console.error(usage);
  process.exit(2);
}

const bin = (...parts) => inRoot('node_modules', ...parts);
const steps = [
  ['format', [bin('@biomejs', 'biome', 'bin', 'biome'), 'format', '.']],
  ['types', [bin('typescript', 'bin', 'tsc'), '--noEmit', '-p', '.']],
  [
    'lint',
    [
      bin('oxlint', 'bin', 'oxlint'),
      '--type-aware',
      '--deny-warnings',
      '--report-unused-disable-directives',
      '.',
    ],
  ],
  ['boundaries', [bin('vitest', 'vitest.mjs'), 'run', 'checks', '--reporter=dot']],
  ['unused code', [bin('knip', 'bin', 'knip.js'), '--no-progress']],
  ['tests', [inRoot('scripts', 'test.mjs')]],
];

await ensureInstall();
// The tests have the import rules among them.
const leftOut = { '--no-tests': ['tests'], '--before-tests': ['boundaries', 'tests'] }[option] ?? [
  'boundaries',
];
const wanted = steps.filter(([name]) => !leftOut.includes(name));
const failed = [];
for (const [name, args] of wanted) {
  const startedAt = performance.now();
  const shown = name === 'tests';
  const { code, output } = await runStep(process.execPath, args, {
    quiet: !shown,
    onStandardOutput: shown,
    // None of the import rules' tests asks for a database.
    env: name === 'boundaries' ? { ...process.env, TEST_DATABASE: 'none' } : process.env,
  });
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  if (code === 0) {
    console.log(`ok      ${name} (${seconds} s)`);
    continue;
  }
  failed.push(name);
  console.log(`FAILED  ${name} (${seconds} s)`);
  if (output) console.log(output.trim().replace(/^/gm, '        '));
}
if (failed.length > 0) {
  console.log(`Failed: ${failed.join(', ')}`);
  process.exit(1);
}
