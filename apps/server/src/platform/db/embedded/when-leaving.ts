// What must not outlive this process, ended where no one waits for it to close: by process.exit, an error or a signal.
import fs from 'node:fs';

/** By default they end a process without its 'exit'. */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const acts = new Set<() => void>();

function actAll(): void {
  for (const act of acts) act();
  acts.clear();
}

/** Who listens for the signal too closes in its own way. */
function endBy(signal: NodeJS.Signals): void {
  if (process.listenerCount(signal) > 1) return;
  actAll();
  process.off(signal, endBy);
  process.kill(process.pid, signal);
}

/** Removes a file or a folder, without waiting and as far as it goes; one that is not there is none. */
export function removeNow(place: string): void {
  try {
    fs.rmSync(place, { recursive: true, force: true, maxRetries: 3 });
  } catch {
    // There is no one left to hear of it.
  }
}

/** Calls `act`, which must wait for nothing, when the process ends so; not any more after what this returns was called. */
export function whenLeaving(act: () => void): () => void {
  if (acts.size === 0) {
    process.on('exit', actAll);
    for (const signal of signals) process.on(signal, endBy);
  }
  acts.add(act);
  return () => {
    acts.delete(act);
    if (acts.size > 0) return;
    process.off('exit', actAll);
    for (const signal of signals) process.off(signal, endBy);
  };
}
