// Exports that run, whichever page began them: signing out asks before it stops them.
const running = new Set<AbortController>();

/** Runs the work until it is done, fails or is stopped through the controller. */
export async function asRunningExport<T>(controller: AbortController, work: () => Promise<T>): Promise<T> {
  running.add(controller);
  try {
    return await work();
  } finally {
    running.delete(controller);
  }
}

export const isExportRunning = (): boolean => running.size > 0;

export function stopExports(): void {
  for (const controller of running) controller.abort();
}
