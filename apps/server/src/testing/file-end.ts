// What a test file leaves to be taken away when it is done, by rooms that the test files of a process share.
const endings: (() => unknown)[] = [];

/**
 * Calls `end` after the last test and the last hook of the file that runs. May be called within a hook, where what
 * afterAll() is given would never be called.
 */
export function atFileEnd(end: () => unknown): void {
  endings.push(end);
}

/** The youngest first, as each may stand on those before it; one that fails keeps none of them from ending. */
export async function endFile(): Promise<void> {
  const failures: unknown[] = [];
  for (const end of endings.splice(0).toReversed()) {
    try {
      await end();
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, 'what a test file left could not be taken away');
}
