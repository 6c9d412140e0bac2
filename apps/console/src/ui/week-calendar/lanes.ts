/** Puts blocks of one day beside each other where they last at once. */

export type Span = { readonly fromMinute: number; readonly toMinute: number };
/** `lane` counts from 0. */
export type LaidOut<Block> = { readonly block: Block; readonly lane: number; readonly lanes: number };

export function inLanes<Block extends Span>(blocks: readonly Block[]): LaidOut<Block>[] {
  const laidOut: LaidOut<Block>[] = [];
  let cluster: { block: Block; lane: number }[] = [];
  let ends: number[] = [];
  const close = () => {
    for (const each of cluster) laidOut.push({ ...each, lanes: ends.length });
    cluster = [];
    ends = [];
  };
  const ordered = blocks.toSorted(
    (one, other) => one.fromMinute - other.fromMinute || other.toMinute - one.toMinute,
  );
  for (const block of ordered) {
    if (ends.every((end) => end <= block.fromMinute)) close();
    const free = ends.findIndex((end) => end <= block.fromMinute);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = block.toMinute;
    cluster.push({ block, lane });
  }
  close();
  return laidOut;
}
