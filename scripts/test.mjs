// npm test: every test of every package, then the journeys in a browser; the last line sums both.
import './node-version.mjs';
import { ensureInstall } from './ensure-install.mjs';
import { runTests } from './run-tests.mjs';
import { filesNamed } from './test-files.mjs';

const usage = `npm test: runs every test.

  npm test -- PATH ...   runs the test files, journeys too, whose path contains one of these
  npm run test:quick     runs what a change touches`;
const words = process.argv.slice(2);
if (words.some((word) => word === '--help' || word === '-h')) {
  console.log(usage);
  process.exit(0);
}
const files = words.length === 0 ? undefined : filesNamed(words);
const unknown = files?.unknown.map((word) => `No test file has ${word} in its path.`) ?? [];
if (unknown.length > 0) {
  console.error([...unknown, '', usage].join('\n'));
  process.exit(2);
}
await ensureInstall();
process.exitCode = (await runTests(files)) ? 0 : 1;
