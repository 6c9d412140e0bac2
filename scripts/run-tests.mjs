// Runs vitest and Playwright, all of their files or those that are named, and adds up what both report.
import fs from 'node:fs';
import path from 'node:path';
import { ensureBuild } from './ensure-build.mjs';
import { ensureChromium, ensureWholeChromium } from './ensure-chromium.mjs';
import { inRoot, resultsFolder, serverBundle } from './layout.mjs';
import { memoryTemp } from './memory-temp.mjs';
import { runStep } from './run-step.mjs';
import { keepDurations } from './test-durations.mjs';
import {
  addCounts,
  countPlaywright,
  countVitest,
  isGreen,
  namePlaywright,
  nameVitest,
  summaryLine,
  vitestDurations,
} from './test-summary.mjs';

const vitestReport = path.join(resultsFolder, 'vitest.json');
const playwrightReport = path.join(resultsFolder, 'playwright.json');

async function runVitest(env, files) {
  const cli = inRoot('node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`];
  const { code } = await runStep(process.execPath, [cli, 'run', ...reporters, ...files], {
    env,
    onStandardOutput: true,
  });
  return countVitest(vitestReport, code);
}

async function runPlaywright(env, files) {
  const cli = inRoot('node_modules', '@playwright', 'test', 'cli.js');
  const withReport = { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport };
  // Playwright reads a name as a pattern.
  const patterns = files.map((file) => file.replaceAll('.', '\\.'));
  const { code } = await runStep(process.execPath, [cli, 'test', '--reporter=list,json', ...patterns], {
    env: withReport,
    onStandardOutput: true,
  });
  return countPlaywright(playwrightReport, code);
}

/**
 * Has the demo made that journeys begin with; resolves to the environment that names it, which is empty where it could not be
 * made: the journeys then make it themselves and say why not.
 */
async function makeFirstFolders(env) {
  const args = [inRoot('scripts', 'run.mjs'), 'e2e/first-folders.ts'];
  const { code, output } = await runStep(process.execPath, args, { env, quiet: true });
  const [made] = (code === 0 && /^\{"WATCHPOST.*\}$/m.exec(output)) || ['{}'];
  return JSON.parse(made);
}

async function ensureBrowsers() {
  return [await ensureChromium(), await ensureWholeChromium()];
}

/** Trials and journeys run the built product; the others need no more than the folder it is built into. */
const needBuild = ({ unit, journeys }) =>
  journeys.length > 0 || unit.some((file) => file.startsWith('trials/')) || !fs.existsSync(serverBundle);

/**
 * `files` has the paths of `unit` tests and `journeys`; undefined runs every one. Prints what failed and, last, the sum of
 * both; resolves to whether all passed.
 */
export async function runTests(files) {
  const isAll = files === undefined;
  // The browser comes over the network while the processor builds.
  const [[CHROMIUM_PATH, WHOLE_CHROMIUM_PATH = '']] = await Promise.all([
    ensureBrowsers(),
    isAll || needBuild(files) ? ensureBuild() : undefined,
  ]);
  const temp = memoryTemp();
  const env = { ...process.env, NODE_ENV: 'test', CHROMIUM_PATH, WHOLE_CHROMIUM_PATH };
  if (temp !== undefined) env.TMPDIR = temp;
  fs.rmSync(resultsFolder, { recursive: true, force: true });
  fs.mkdirSync(resultsFolder, { recursive: true });
  const counts = [];
  const making = isAll ? makeFirstFolders(env) : Promise.resolve({});
  if (isAll || files.unit.length > 0) counts.push(await runVitest(env, files?.unit ?? []));
  const made = await making;
  if (isAll || files.journeys.length > 0)
    counts.push(await runPlaywright({ ...env, ...made }, files?.journeys ?? []));
  for (const folder of Object.values(made))
    fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  keepDurations(vitestDurations(vitestReport));
  const total = addCounts(counts);
  const named = [...nameVitest(vitestReport), ...namePlaywright(playwrightReport)];
  console.log(['', ...named, summaryLine(total)].join('\n'));
  return isGreen(total);
}
