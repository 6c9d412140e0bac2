// npm start: from a fresh clone to a running server with nothing but Node.
import './node-version.mjs';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import { pathToFileURL } from 'node:url';
import { ensureBuild } from './ensure-build.mjs';
import { ensureInstall } from './ensure-install.mjs';
import { inRoot, root, serverBundle } from './layout.mjs';
import { takeNoArguments } from './no-arguments.mjs';
import { exitCodeOf } from './run-step.mjs';
import { memoryFlags, memorySettings } from './server-memory.mjs';

const parentCheckEveryMs = 500;
// A terminal's Ctrl-C arrives here twice under npm: from the terminal and again from npm.
const sameSignalWithinMs = 1_000;

/**
 * The server runs in a process group of its own, so that each signal reaches it once, from here. Should this
 * process be killed outright, the server notices the closed channel and ends cleanly by itself.
 */
function runServer() {
  const follow = pathToFileURL(inRoot('scripts', 'follow-parent.mjs')).href;
  const server = spawn(process.execPath, [...memoryFlags, '--import', follow, serverBundle], {
    cwd: root,
    env: { ...memorySettings, ...process.env },
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let lastSignalAt = -Infinity;
  const stop = (signal) => {
    const now = performance.now();
    if (now - lastSignalAt > sameSignalWithinMs) server.kill(signal === 'SIGHUP' ? 'SIGTERM' : signal);
    lastSignalAt = now;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT']) process.on(signal, stop);
  stopWithNpm(() => stop('SIGTERM'));
  server.once('error', (error) => {
    console.error(`The server could not be started: ${error.message}`);
    process.exit(1);
  });
  server.once('exit', (code, signal) => process.exit(exitCodeOf(code, signal)));
}

/** A kill of npm reaches only the shell between npm and this process, so its disappearance counts as the signal. */
function stopWithNpm(stop) {
  const parent = process.ppid;
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    stop();
  }, parentCheckEveryMs);
}

takeNoArguments(
  'npm start: installs, builds and runs the server, each only when needed. Settings are in the environment, as in\n\n  PORT=8090 DATA_DIR=/srv/watchpost npm start\n\nREADME.md lists them.',
);
await ensureInstall();
await ensureBuild();
if (!fs.existsSync(serverBundle)) throw new Error(`The build left no ${serverBundle}.`);
runServer();
