// What a trial is: a long form of a test, run by its own command and never in CI.

/** What the machine lacks, in words that say how to get it. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun';
}

export interface TrialRun {
  readonly seed: number;
  /** How often the trial does what it is about. */
  readonly count: number;
  /** Tells of progress. */
  readonly log: (line: string) => void;
  /** Aborted by SIGINT and SIGTERM: end soon; whatever was asked to happen at the end happens. */
  readonly signal: AbortSignal;
  /** Has something undone when the trial is over, however it ends; last asked, first done. */
  readonly atEnd: (undo: () => void | Promise<void>) => void;
}

export interface Outcome {
  /** What must not have happened and did; none for a trial that passed. */
  readonly faults: readonly string[];
  /** What was measured, each with its name. */
  readonly figures: readonly (readonly [name: string, value: string])[];
}

export interface Trial {
  /** One line. */
  readonly about: string;
  readonly defaultCount: number;
  /** What the count counts, in the plural. */
  readonly counted: string;
  /** Throws CannotRun when the machine lacks something. */
  readonly run: (run: TrialRun) => Promise<Outcome>;
}
