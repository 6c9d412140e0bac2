// What a kind of records brings along to be imported; the rest is the same for all of them.
import type { ImportEndpoints } from '@watchpost/contract/record-imports';
import type { AuditAction } from '@watchpost/domain/audit-actions';
import type {
  ImportHeadings,
  ImportKindName,
  ImportMapping,
  ImportMode,
  ImportOutcome,
  ImportState,
  ImportStopReason,
} from '@watchpost/domain/record-import';
import type { SiteScope } from '../../platform/access/caller.ts';
import type { AuditOrigin } from '../../platform/audit/audit-origin.ts';

export interface FoundImport {
  readonly id: string;
  readonly kind: ImportKindName;
  readonly tenantId: string;
  readonly userId: string;
  /** The one site of a sub admin; null for who sees all. */
  readonly siteId: string | null;
  readonly origin: AuditOrigin;
  readonly fileName: string;
  readonly headings: readonly string[];
  readonly rowCount: number;
  readonly mapping: ImportMapping;
  readonly state: ImportState;
  /** Empty unless it was stopped. */
  readonly stopReason: ImportStopReason;
  readonly mode: ImportMode | null;
  readonly rowsDone: number;
  /** Of a workbook, the sheet that was read. */
  readonly sheet: string;
  /** Those with rows that were not. */
  readonly otherSheets: readonly string[];
}

export interface StoredRow {
  /** As the spreadsheet counts its rows. */
  readonly rowNo: number;
  readonly cells: readonly string[];
  /** By column from 0: numbers that their cells show shortened. */
  readonly exact: Readonly<Record<string, string>> | null;
  /** What the check found that it takes away; null before a check, and after one of a former version. */
  readonly losses: readonly RowLoss[] | null;
}

/** A value that a record has and would lose. */
export interface RowLoss {
  readonly field: string;
  readonly before: string;
  /** Empty where nothing takes its place. */
  readonly after: string;
}

export interface RowError {
  readonly field: string;
  readonly value: string;
  /** Label key. */
  readonly message: string;
}

/** What a row takes that no other row of the file may take as well. */
export interface RowClaim {
  readonly field: string;
  readonly value: string;
  /** Alike for the rows that take the same. */
  readonly key: string;
  /** Label key, for the second one. */
  readonly message: string;
}

/** A row as fields of a record. */
export interface ReadRow {
  readonly rowNo: number;
  readonly errors: readonly RowError[];
  readonly claims: readonly RowClaim[];
}

export interface Judged {
  readonly rowNo: number;
  readonly outcome: ImportOutcome;
  readonly errors: readonly RowError[];
  readonly losses: readonly RowLoss[];
  /** What the row is about: an employee id, or a checkpoint's name. */
  readonly record: string;
}

/** Reads, judges and stores rows of one import, by the sites and the like as they were when it was made. */
export interface RowWork<Row extends ReadRow, Made extends Judged> {
  readonly read: (row: StoredRow) => Row;
  /** What the rows do to the records as these are now; with `isHeld` the records stay so until the transaction ends. */
  readonly judge: (rows: readonly Row[], isHeld: boolean) => Promise<readonly Made[]>;
  readonly store: (judged: readonly Made[]) => Promise<void>;
  /** Once in each transaction, after its last rows are stored. */
  readonly finish?: () => Promise<void>;
}

export interface ImportWork {
  /** What the rows would do. `claimed` holds what the rows before them take. */
  readonly check: (rows: readonly StoredRow[], claimed: Set<string>) => Promise<readonly Judged[]>;
  readonly apply: (rows: readonly StoredRow[]) => Promise<readonly Judged[]>;
  readonly finish: () => Promise<void>;
}

export interface ImportKind {
  readonly name: ImportKindName;
  readonly endpoints: ImportEndpoints;
  readonly headings: ImportHeadings;
  /** Fields that a column has to be named for. */
  readonly needed: (mapping: ImportMapping, siteId: string | null) => readonly string[];
  /** Of the one entry that an import leaves in the audit log. */
  readonly action: AuditAction;
  /** Of the one that it leaves in its place where it was stopped. */
  readonly stopAction: AuditAction;
  /** Names of the fields in the file of errors. */
  readonly fieldWords: Readonly<Record<string, string>>;
  /** What to change, by the label keys of the contract. */
  readonly problemWords: Readonly<Record<string, string>>;
  readonly open: (scope: SiteScope, found: FoundImport) => Promise<ImportWork>;
  /** Whether a transaction lost a race against somebody else and may be tried again. */
  readonly isRace: (error: unknown) => boolean;
}

/** Puts the steps of a kind together. Of rows that take the same thing the first counts. */
export function importWork<Row extends ReadRow, Made extends Judged>(work: RowWork<Row, Made>): ImportWork {
  const judge = (rows: readonly StoredRow[], claimed: Set<string>, isHeld: boolean) =>
    work.judge(
      rows.map((row) => refusingTwice(work.read(row), claimed)),
      isHeld,
    );
  return {
    check: (rows, claimed) => judge(rows, claimed, false),
    apply: async (rows) => {
      const judged = refusingUnshown(rows, await judge(rows, new Set(), true));
      await work.store(judged);
      return judged;
    },
    finish: async () => work.finish?.(),
  };
}

function refusingTwice<Row extends ReadRow>(row: Row, claimed: Set<string>): Row {
  const errors: RowError[] = [];
  for (const { field, value, key, message } of row.claims) {
    const taken = `${field} ${key}`;
    if (claimed.has(taken)) errors.push({ field, value, message });
    claimed.add(taken);
  }
  return errors.length === 0 ? row : { ...row, errors: [...row.errors, ...errors] };
}

/** A record may have come to hold something since the check, and no one was shown that it would lose it. */
function refusingUnshown<Made extends Judged>(rows: readonly StoredRow[], judged: readonly Made[]): Made[] {
  const shown = new Map(rows.map(({ rowNo, losses }) => [rowNo, losses]));
  return judged.map((made) => {
    const known = shown.get(made.rowNo) ?? null;
    const isShown = (loss: RowLoss) =>
      known === null || known.some(({ field, before }) => field === loss.field && before === loss.before);
    const unshown = made.losses.filter((loss) => !isShown(loss));
    if (unshown.length === 0) return made;
    const errors = unshown.map(({ field, before }) => ({
      field,
      value: before,
      message: 'import_loss_unshown',
    }));
    return { ...made, outcome: 'wrong', errors };
  });
}
