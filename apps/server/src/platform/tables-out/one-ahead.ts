/**
 * The same items, each of which is being made while the one before is used. Ends its source when it is left; fails with what the
 * source fails with, once the items before are used.
 */
export async function* oneAhead<T>(source: AsyncGenerator<T>): AsyncGenerator<T> {
  let next = source.next();
  try {
    for (;;) {
      const item = await next;
      if (item.done === true) return;
      next = source.next();
      // A failure shows when the item is asked for; anyone who has left does not hear of it.
      next.catch(() => {});
      yield item.value;
    }
  } finally {
    await source.return(undefined);
  }
}
