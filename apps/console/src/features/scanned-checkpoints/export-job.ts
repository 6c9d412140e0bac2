// The one export that runs at a time. It outlives the page, so that looking at a round does not end a long export.
import type { ExportFormat } from '@watchpost/contract/exports';
import { asRunningExport } from '../../lib/running-exports.ts';

/** What is exported: the list, its answers and notes or what was sent late as a file of some type, or the evidence of it. */
export type ExportKind =
  | ExportFormat
  | `remarks.${ExportFormat}`
  | `late.${LateFormat}`
  | 'evidence'
  | 'dayEvidence';

/** Of rounds sent late, which are few. */
export const lateFormats = ['xlsx', 'csv'] as const satisfies readonly ExportFormat[];
type LateFormat = (typeof lateFormats)[number];

export interface RunningExport {
  readonly format: ExportKind;
  readonly receivedBytes: number;
}

export type ExportOutcome =
  | { readonly kind: 'done'; readonly receivedBytes: number }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface ExportWork {
  /** Resolves when the file is saved; rejects when it fails or the signal cancels it. */
  (signal: AbortSignal, onBytes: (receivedBytes: number) => void): Promise<void>;
}

/** Progress is told at most this often. */
const reportEveryMs = 100;

export function createExportJob(now: () => number = Date.now) {
  let running: RunningExport | null = null;
  let controller: AbortController | null = null;
  const listeners = new Set<() => void>();
  const set = (next: RunningExport | null) => {
    running = next;
    for (const listener of listeners) listener();
  };

  /** Runs the work unless another runs; null when it did not start. */
  async function start(format: ExportKind, work: ExportWork): Promise<ExportOutcome | null> {
    if (running !== null) return null;
    const own = new AbortController();
    controller = own;
    let receivedBytes = 0;
    let reportedAtMs = now();
    set({ format, receivedBytes });
    try {
      const report = (bytes: number) => {
        receivedBytes = bytes;
        if (now() - reportedAtMs < reportEveryMs) return;
        reportedAtMs = now();
        set({ format, receivedBytes });
      };
      await asRunningExport(own, () => work(own.signal, report));
      return { kind: 'done', receivedBytes };
    } catch (error) {
      return own.signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', error };
    } finally {
      controller = null;
      set(null);
    }
  }

  return {
    /** Null while no export runs. */
    running: (): RunningExport | null => running,
    start,
    cancel: (): void => controller?.abort(),
    /** Returns the function that stops listening. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const exportJob = createExportJob();
