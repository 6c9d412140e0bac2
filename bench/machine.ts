// What figures were measured on.
import os from 'node:os';

/** Cores, memory and Node: "2 cores, 25 GB, Node 20.20.2". */
export function machine(): string {
  const memoryGb = Math.round(os.totalmem() / 1_000_000_000);
  return `${os.availableParallelism()} cores, ${memoryGb} GB, Node ${process.versions.node}`;
}
