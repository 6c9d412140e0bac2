// What a backup holds must be what it says it holds.
import { createHash } from 'node:crypto';
import { BackupError, type Frame } from './backup-file.ts';

export interface BackupContents {
  readonly madeAt: string;
  readonly migrations: readonly string[];
  readonly tables: number;
  readonly rows: number;
  readonly files: number;
  /** Names of files that records speak of and that were not in the store. */
  readonly missingFiles: readonly string[];
  readonly jobs: number;
  readonly hasSecret: boolean;
}

const newline = 10;

function linesIn(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) count += 1;
  return count;
}

/** Looks at each frame that passes through; asked at the end, it has seen everything or throws. */
export class BackupCheck {
  #madeAt = '';
  #migrations: readonly string[] = [];
  #tables = 0;
  #rows = 0;
  #rowsOfTable = 0;
  #files = 0;
  #missingFiles: readonly string[] = [];
  #jobs = 0;
  #hasSecret = false;

  /** @throws BackupError when rows or a file are not what was counted or summed up as they were written. */
  look({ meta, payload }: Frame): void {
    switch (meta.kind) {
      case 'about':
        this.#madeAt = meta.madeAt;
        this.#migrations = meta.migrations;
        return;
      case 'rows':
        this.#rowsOfTable += linesIn(payload);
        return;
      case 'tableEnd':
        this.#endTable(meta.table, meta.rows);
        return;
      case 'jobs':
        this.#jobs += meta.count;
        return;
      case 'file':
        if (createHash('sha256').update(payload).digest('hex') !== meta.sha256) {
          throw new BackupError(`The file ${meta.key} is damaged in the backup: use another copy.`);
        }
        this.#files += 1;
        return;
      case 'secret':
        this.#hasSecret = true;
        return;
      case 'end':
        this.#missingFiles = meta.missingFiles;
        return;
      case 'sequence':
    }
  }

  #endTable(table: string, rows: number): void {
    if (this.#rowsOfTable !== rows) {
      throw new BackupError(
        `The backup holds ${this.#rowsOfTable} rows of ${table} where ${rows} were counted: make it again.`,
      );
    }
    this.#tables += 1;
    this.#rows += rows;
    this.#rowsOfTable = 0;
  }

  contents(): BackupContents {
    if (this.#madeAt === '' || this.#tables === 0)
      throw new BackupError('The backup holds nothing: make it again.');
    return {
      madeAt: this.#madeAt,
      migrations: this.#migrations,
      tables: this.#tables,
      rows: this.#rows,
      files: this.#files,
      missingFiles: this.#missingFiles,
      jobs: this.#jobs,
      hasSecret: this.#hasSecret,
    };
  }
}

/** Reads all of a backup. @throws BackupError that says what is wrong with it */
export async function checkBackup(frames: AsyncIterable<Frame>): Promise<BackupContents> {
  const check = new BackupCheck();
  for await (const frame of frames) check.look(frame);
  return check.contents();
}
