// What the operator's commands have in common: options, their usage, and a sentence and an exit code where one fails.
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { sentenceOf } from '../platform/db/open-owner-store.ts';

/** What was typed cannot be meant; the message says why and, where it helps, how the command is used. */
export class UsageError extends Error {
  constructor(reason: string, usage?: string) {
    super(usage === undefined ? reason : `${reason}\n\n${usage}`);
  }
}

/** The options of `config` among `args`. Throws UsageError for others. */
export function readOptions<const T extends ParseArgsConfig>(config: T, usage: string) {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error), usage);
  }
}

/** The values of options that cannot be left out. Throws UsageError for those that were. */
export function requireOptions<K extends string>(
  values: { readonly [name in K]?: string | undefined },
  names: readonly K[],
  usage: string,
): Record<K, string> {
  const missing = names.filter((name) => values[name] === undefined);
  if (missing.length > 0)
    throw new UsageError(`Missing: ${missing.map((name) => `--${name}`).join(', ')}`, usage);
  return Object.fromEntries(names.map((name) => [name, values[name] ?? ''])) as Record<K, string>;
}

type Refusal = abstract new (...args: never[]) => Error;

/**
 * Runs a command. The process ends with the code that it resolves with, else 0; with 2 for a wrong usage and 1 for what went
 * wrong. `refusals` are the errors whose message is all that the operator needs.
 */
export function runProgram(main: () => Promise<number | void>, refusals: readonly Refusal[] = []): void {
  main().then(
    (code) => {
      process.exitCode = code ?? 0;
    },
    (error: unknown) => {
      const isRefusal = [UsageError, ...refusals].some((kind) => error instanceof kind);
      console.error(isRefusal && error instanceof Error ? error.message : (sentenceOf(error) ?? error));
      process.exitCode = error instanceof UsageError ? 2 : 1;
    },
  );
}
