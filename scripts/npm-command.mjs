// How to call npm from here: the npm that runs this script if there is one, with a cache it can write to.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inRoot } from './layout.mjs';

/** The command and the first arguments that start npm without a shell. */
export function npmCommand() {
  const running = process.env.npm_execpath;
  if (running && /npm-cli\.c?js$/.test(running)) return [process.execPath, running];
  const besideNode = [
    path.join(path.dirname(process.execPath), 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    path.join(path.dirname(process.execPath), '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
  ].find((file) => fs.existsSync(file));
  return besideNode ? [process.execPath, besideNode] : ['npm'];
}

function canWriteBelow(folder) {
  try {
    fs.mkdirSync(folder, { recursive: true });
    fs.rmdirSync(fs.mkdtempSync(path.join(folder, '.write-test-')));
    return true;
  } catch {
    return false;
  }
}

/** The environment for npm: as given, except a cache inside the repository when the usual one cannot be written. */
export function npmEnvironment() {
  const env = { ...process.env, npm_config_update_notifier: 'false' };
  // A setting of this kind would win over the flags or leave the tree half installed.
  for (const name of [
    'omit',
    'only',
    'production',
    'dry_run',
    'global',
    'package_lock_only',
    'workspace',
    'prefix',
  ])
    delete env[`npm_config_${name}`];
  const home = process.env.HOME || os.homedir();
  const usual = process.env.npm_config_cache || path.join(home, '.npm');
  if (!canWriteBelow(usual)) env.npm_config_cache = inRoot('.cache', 'npm');
  return env;
}
