// The file that --report names. What an earlier run wrote there stays until this one has something to say.
import fs from 'node:fs';
import type { Finding } from './import-report.ts';

export class ReportFile {
  readonly #name: string;
  /** Shows before anything is done whether the file can be written; for the same reason it makes one that is not there. */
  readonly #buffered: number;
  #started: number | null = null;

  /** Throws the system's error for a file that cannot be written. */
  constructor(name: string) {
    this.#name = name;
    this.#buffered = fs.openSync(name, 'a');
  }

  write(finding: Finding): void {
    fs.writeSync(this.#begin(), `${JSON.stringify(finding)}\n`);
  }

  /** The import has come to its end: a file without a line says that there was nothing to find. */
  finish(): void {
    this.#begin();
  }

  close(): void {
    fs.closeSync(this.#buffered);
    if (this.#started !== null) fs.closeSync(this.#started);
  }

  #begin(): number {
    this.#started ??= fs.openSync(this.#name, 'w');
    return this.#started;
  }
}
