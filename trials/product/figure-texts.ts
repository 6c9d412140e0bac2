// How figures of trials are written.
import type { Ledger } from '../failover/ledger.ts';

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

export function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  return `median ${seconds(middle)}, most ${seconds(sorted.at(-1) ?? Number.NaN)} (${sorted.length} times)`;
}

/** Half of them and 99 of 100 take no longer. */
export function milliseconds(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(sorted.length * share)] ?? Number.NaN).toFixed(0);
  const most = (sorted.at(-1) ?? Number.NaN).toFixed(0);
  return `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, most ${most} ms (${sorted.length} times)`;
}

export function acknowledged({ scans, events, records, uploads }: Ledger): [string, string] {
  const isAcknowledged = (id: string) => events.has(id) || scans.has(id);
  const whole = uploads.filter((ids) => ids.every(isAcknowledged)).length;
  return [
    'acknowledged',
    `${scans.size} scans, ${events.size} other events of phones, ${records.size} records, ${whole} uploads of a round of ${uploads.length}`,
  ];
}

export function answersReceived({ answers: heard }: Ledger): [string, string] {
  const answers = [...heard].toSorted().map(([what, number]) => `${what}: ${number}`);
  return ['answers heard', answers.join(', ')];
}
