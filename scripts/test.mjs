// npm test: every test of every package, then the journeys in a browser; the last line sums both.
import './node-version.mjs';
import fs from 'node:fs';
import path from 'node:path';
import { ensureBuild } from './ensure-build.mjs';
import { ensureChromium, ensureWholeChromium } from './ensure-chromium.mjs';
import { ensureInstall } from './ensure-install.mjs';
import { inRoot, resultsFolder } from './layout.mjs';
import { memoryTemp } from './memory-temp.mjs';
import { takeNoArguments } from './no-arguments.mjs';
import { runStep } from './run-step.mjs';
import {
  addCounts,
  countPlaywright,
  countVitest,
  isGreen,
  namePlaywright,
  nameVitest,
  summaryLine,
} from './test-summary.mjs';

const vitestReport = path.join(resultsFolder, 'vitest.json');
const playwrightReport = path.join(resultsFolder, 'playwright.json');

async function runVitest(env) {
  const cli = inRoot('node_modules', 'vitest', 'vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`];
  const { code } = await runStep(process.execPath, [cli, 'run', ...reporters], {
    env,
    onStandardOutput: true,
  });
  return countVitest(vitestReport, code);
}

async function runPlaywright(env) {
  const hasJourneys =
    fs.existsSync(inRoot('e2e')) &&
    fs.readdirSync(inRoot('e2e'), { recursive: true }).some((file) => file.endsWith('.e2e.ts'));
  if (!hasJourneys) return { passed: 0, failed: 0, skipped: 0 };
  const cli = inRoot('node_modules', '@playwright', 'test', 'cli.js');
  const withReport = { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport };
  const { code } = await runStep(process.execPath, [cli, 'test', '--reporter=list,json'], {
    env: withReport,
    onStandardOutput: true,
  });
  return countPlaywright(playwrightReport, code);
}

async function ensureBrowsers() {
  return [await ensureChromium(), await ensureWholeChromium()];
}

takeNoArguments('npm test: runs every test. One file alone: npx vitest run FILE');
await ensureInstall();
// The browser comes over the network while the processor builds.
const [[CHROMIUM_PATH, WHOLE_CHROMIUM_PATH = '']] = await Promise.all([ensureBrowsers(), ensureBuild()]);
const temp = memoryTemp();
const env = { ...process.env, NODE_ENV: 'test', CHROMIUM_PATH, WHOLE_CHROMIUM_PATH };
if (temp !== undefined) env.TMPDIR = temp;
fs.rmSync(resultsFolder, { recursive: true, force: true });
fs.mkdirSync(resultsFolder, { recursive: true });
const total = addCounts([await runVitest(env), await runPlaywright(env)]);
process.exitCode = isGreen(total) ? 0 : 1;
const named = [...nameVitest(vitestReport), ...namePlaywright(playwrightReport)];
console.log(['', ...named, summaryLine(total)].join('\n'));
