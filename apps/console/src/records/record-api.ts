import type { ExportFormat } from '@watchpost/contract/exports';
import type { FilterQuery } from './record-search.ts';

/** What every row of a list has. */
export interface ListedRecord {
  readonly id: string;
  readonly activated: boolean;
  /** Set where its status is not the caller's to change, since others who are not theirs have it too. */
  readonly isShared?: boolean;
}

/** How a feature answers its list's questions: closures over the endpoints of one noun. */
export interface RecordApi<Row extends ListedRecord, Column extends string = string> {
  /** First part of its query keys; changes to any record of it make all of them ask again. */
  readonly area: string;
  /** The columns that the server sorts by. */
  readonly sortColumns: readonly Column[];
  readonly list: (
    query: FilterQuery<Column> & { readonly offset: number; readonly limit: number },
    filters: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => Promise<{ readonly count: number; readonly data: readonly Row[] }>;
  /** Saves the file; left out where nothing can be exported. */
  readonly exportAs?: (
    query: FilterQuery<Column> & { readonly format: ExportFormat },
    filters: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ) => Promise<void>;
  /** The ids of those that were changed. */
  readonly setStatus?: (ids: readonly string[], activated: boolean) => Promise<readonly string[]>;
  readonly remove?: (id: string) => Promise<readonly string[]>;
  readonly restore?: (ids: readonly string[]) => Promise<readonly string[]>;
}
