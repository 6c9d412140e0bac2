// The openssl of this machine, for tests that ask a tool not made here.
import { spawn } from 'node:child_process';

export interface Openssl {
  readonly code: number | null;
  readonly out: Buffer;
  readonly err: string;
}

/** Throws a sentence that says what to install where there is none. */
export async function openssl(
  args: readonly string[],
  { cwd, input = Buffer.alloc(0) }: { readonly cwd?: string; readonly input?: Uint8Array } = {},
): Promise<Openssl> {
  const child = spawn('openssl', args, { cwd });
  const out: Buffer[] = [];
  let err = '';
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.once('error', (error) =>
      reject(new Error('this test needs the program openssl (3 or later): install it', { cause: error })),
    );
    child.once('close', (code) => resolve({ code, out: Buffer.concat(out), err }));
  });
}

/** The same, and throws where openssl says no. */
export async function runOpenssl(
  args: readonly string[],
  options: Parameters<typeof openssl>[1] = {},
): Promise<Buffer> {
  const { code, out, err } = await openssl(args, options);
  if (code !== 0) throw new Error(`openssl ${args.join(' ')} ended with ${code}: ${err}${out.toString()}`);
  return out;
}
