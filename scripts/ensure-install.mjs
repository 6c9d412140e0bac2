// Installs the locked dependencies when they are missing or the lock file has changed since the last install.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { withFolderLock } from './folder-lock.mjs';
import { inRoot, modulesFolder } from './layout.mjs';
import { npmCommand, npmEnvironment } from './npm-command.mjs';
import { mustRunStep } from './run-step.mjs';

const stampFile = path.join(modulesFolder, '.watchpost-install');
export const installLock = inRoot('.cache', 'install.lock');

function wantedStamp() {
  const hash = createHash('sha256').update(fs.readFileSync(inRoot('package-lock.json')));
  // Native parts differ from platform to platform, for instance in a folder shared with a container.
  return hash.update(`${process.platform} ${process.arch}`).digest('hex');
}

function isInstalled() {
  try {
    return fs.readFileSync(stampFile, 'utf8') === wantedStamp();
  } catch {
    return false;
  }
}

async function install() {
  console.error('Installing the locked dependencies (once) ...');
  fs.rmSync(stampFile, { force: true });
  const stamp = wantedStamp();
  const [command, ...first] = npmCommand();
  // No dependency needs its install script: native parts come as ready files.
  const flags = [
    '--include=dev',
    '--include=optional',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
  ];
  await mustRunStep('npm ci', command, [...first, 'ci', ...flags], { env: npmEnvironment() });
  fs.writeFileSync(stampFile, stamp);
}

export async function ensureInstall() {
  if (isInstalled()) return;
  const onWait = (owner) => console.error(`Waiting for another install (process ${owner.pid}) ...`);
  await withFolderLock(installLock, onWait, async () => {
    if (!isInstalled()) await install();
  });
}
