// Runs one child command to its end, and stops it when this process is asked to stop.
import { spawn } from 'node:child_process';
import os from 'node:os';
import { root } from './layout.mjs';

const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const running = new Set();
let stopping;

function stopAll(signal) {
  if (stopping) return;
  stopping = signal;
  for (const child of running) child.kill(signal);
  if (running.size === 0) process.exit(exitCodeOf(null, signal));
}

/** A child's end as a shell would report it: its code, or 128 plus the signal's number. */
export function exitCodeOf(code, signal) {
  return code ?? 128 + (os.constants.signals[signal] ?? 0);
}

/**
 * Resolves with {code, output}; output is filled only when `quiet`. `limitMs` kills a command that hangs.
 * Everything a step prints goes to standard error unless `onStandardOutput`, which keeps the output of the
 * command that is being prepared clean.
 */
export function runStep(command, args, options = {}) {
  const { env = process.env, cwd = root, quiet = false, limitMs, onStandardOutput = false } = options;
  return new Promise((resolve) => {
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', onStandardOutput ? 1 : 2, 2];
    const child = spawn(command, args, { cwd, env, stdio });
    let output = '';
    let timer;
    if (running.size === 0) for (const signal of stopSignals) process.on(signal, stopAll);
    running.add(child);
    child.stdout?.setEncoding('utf8').on('data', (text) => (output += text));
    child.stderr?.setEncoding('utf8').on('data', (text) => (output += text));
    if (limitMs) timer = setTimeout(() => child.kill('SIGKILL'), limitMs);
    const end = (code) => {
      clearTimeout(timer);
      running.delete(child);
      if (running.size === 0) for (const signal of stopSignals) process.off(signal, stopAll);
      if (stopping) process.exit(exitCodeOf(null, stopping));
      resolve({ code, output });
    };
    child.once('error', (error) => {
      output += String(error.message);
      end(127);
    });
    child.once('close', (code, signal) => end(exitCodeOf(code, signal)));
  });
}

/** Like runStep, but a failure ends this process with the child's code after saying what failed. */
export async function mustRunStep(what, command, args, options) {
  const { code, output } = await runStep(command, args, options);
  if (code === 0) return;
  if (output) console.error(output);
  console.error(`${what} failed (exit code ${code}).`);
  process.exit(code);
}
