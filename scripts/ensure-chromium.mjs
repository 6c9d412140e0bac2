// Finds a Chromium that starts, or gets one; run by itself, prints its path.
//
// In order: CHROMIUM_PATH, an npm package, the machine's own, Playwright's download of before, the system's packages (as
// root), Playwright's download. Each is believed only after it has answered --version. The one in the npm package is the
// same everywhere and needs the least processor time (decision 0010); a headless shell needs two thirds of a whole browser's.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { withFolderLock } from './folder-lock.mjs';
import { inRoot } from './layout.mjs';
import { ensurePackedChromium, packedChromium } from './packed-chromium.mjs';
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

function findWholeChromium() {
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

const canInstall = () => process.getuid?.() === 0 && fs.existsSync('/usr/bin/apt-get');

async function installBySystem() {
  if (!canInstall()) return undefined;
  console.error('Installing Chromium by apt-get ...');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = { env, quiet: true, limitMs: aptLimitMs };
  await runStep('apt-get', ['update', '-q'], options);
  const packages = ['fonts-liberation', 'chromium'];
  await runStep('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], options);
  return findWholeChromium();
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
  const file = await ensurePackedChromium();
  return file && starts(file) ? file : undefined;
}

async function findOrGet() {
  return (
    (await unpackFromNpm()) ??
    findOnMachine() ??
    findDownloaded() ??
    (await installBySystem()) ??
    (await downloadByPlaywright())
  );
}

const onWait = () => console.error('Waiting for another process that is getting Chromium ...');

/** One process at a time gets a browser; the others find it. */
const withLock = (work) => withFolderLock(inRoot('.cache', 'chromium.lock'), onWait, work);

/**
 * The path of a browser that can do what a headless shell cannot, such as keep notifications; undefined where there is none
 * and none may be installed.
 */
export async function ensureWholeChromium() {
  const get = async () => findWholeChromium() ?? installBySystem();
  return findWholeChromium() ?? (canInstall() ? withLock(get) : undefined);
}

/** The path of a Chromium that starts; ends the process with an explanation when there is none to be had. */
export async function ensureChromium() {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (starts(given)) return given;
    console.error(`CHROMIUM_PATH is ${given}, but no browser starts there.`);
    process.exit(1);
  }
  const packed = packedChromium();
  const found = packed && starts(packed) ? packed : await withLock(findOrGet);
  if (found) return found;
  console.error(
    'No Chromium found and none could be installed. Install one and set CHROMIUM_PATH to its file.',
  );
  process.exit(1);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  console.log(await ensureChromium());
