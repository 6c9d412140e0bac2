// The product's own command that recounts everything it keeps.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Runs that program with these settings, and the PATH of this process. Resolves with what it said when something differs,
 * else null.
 */
export async function recount(
  program: string,
  settings: Readonly<Record<string, string>>,
): Promise<string | null> {
  try {
    await promisify(execFile)(process.execPath, [program], {
      env: { PATH: process.env['PATH'], ...settings },
    });
    return null;
  } catch (error) {
    if (!(error instanceof Error) || !('stdout' in error) || !('stderr' in error)) throw error;
    return `${String(error.stdout)}${String(error.stderr)}`;
  }
}
