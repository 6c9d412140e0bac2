// A file that is made while it is sent ends with the right to it: minutes lie between its first piece and its last.
import type { ConsoleCaller, FieldCaller } from '../access/caller.ts';
import { AppError } from './app-error.ts';

/** How often it is asked again who reads. */
const askEveryMs = 1_000;

/**
 * The same pieces, while `ask` answers with a caller of the same sites. It throws otherwise, so that the connection breaks off and
 * no one takes the file for a whole one.
 */
export async function* whilePermitted<Piece>(
  pieces: AsyncIterable<Piece>,
  { scope: { siteId } }: ConsoleCaller,
  ask: () => Promise<ConsoleCaller | FieldCaller | null>,
): AsyncGenerator<Piece> {
  let askedAtMs = performance.now();
  for await (const piece of pieces) {
    if (performance.now() - askedAtMs >= askEveryMs) {
      const now = await ask();
      if (now?.kind !== 'console' || now.scope.siteId !== siteId) throw new AppError('notPermitted');
      askedAtMs = performance.now();
    }
    yield piece;
  }
}
