// What a failed statement means to its caller.

const lostConnection = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  '57P01', // the server is being shut down
  '57P02',
  '57P03', // the server is starting up
  '57014', // the statement took too long
  '53300', // too many connections
  '28000', // the server's own user is kept out, as while its password is changed
  '28P01',
  '08000',
  '08001',
  '08003',
  '08006',
  '08007', // whether it was committed is not known
  '25006', // read-only: a standby answered during a switch-over
]);
const noRoom = new Set(['53100', 'ENOSPC', '58030']);
const raced = new Set(['40001', '40P01']);

export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    lostConnection.has(codeOf(error)) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout/.test(
      error.message,
    )
  );
}

export function isStorageFull(error: unknown): boolean {
  return error instanceof Error && noRoom.has(codeOf(error));
}

/** Connected to a server that has no database of this name. */
export function isNoDatabase(error: unknown): boolean {
  return error instanceof Error && codeOf(error) === '3D000';
}

/** A deadlock or serialisation failure: nothing was done and the same transaction may be tried again. */
export function isRaced(error: unknown): boolean {
  return error instanceof Error && raced.has(codeOf(error));
}

/** Whether a statement broke the unique constraint or index of that name. */
export function isDuplicate(error: unknown, constraint: string): boolean {
  return (
    error instanceof Error &&
    codeOf(error) === '23505' &&
    'constraint' in error &&
    error.constraint === constraint
  );
}

/** Of PostgreSQL or of the system; empty for an error that has none. */
export function codeOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : '';
}

const attemptsMax = 5;

/** Runs a transaction again when it lost a race; other errors pass. */
export async function retryRaces<T>(
  run: () => Promise<T>,
  isRace: (error: unknown) => boolean = isRaced,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run();
    } catch (error) {
      if (!isRace(error) || attempt === attemptsMax) throw error;
    }
  }
}
