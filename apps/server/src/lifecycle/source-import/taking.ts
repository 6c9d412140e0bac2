// What it takes to turn a record of the source into rows: those taken before it, and where its findings go.
import { idOf } from '../../records/former-ids/source-ids.ts';
import { Refusal, type SourceRecord } from './source-record.ts';
import type { Row, TableName } from './staging.queries.ts';

export interface Taken {
  /** The row that stands for the record: when it is there, the record has been taken before. */
  readonly main: { readonly table: TableName; readonly row: Row & { readonly id: string } };
  readonly others?: readonly (readonly [TableName, Row])[];
  /** Rows of a record that was taken by an earlier run, where it has none. */
  readonly whenPresent?: readonly (readonly [TableName, Row])[];
  /** Rows of both, where they have none. */
  readonly always?: readonly (readonly [TableName, Row])[];
}

export interface KnownRecord {
  readonly id: string;
  readonly siteId: string;
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly radiusMetres: number;
}

/** QR codes of the tenant, here before or taken since. */
export interface KnownCodes {
  /** Of those that were here before. */
  readonly ids: ReadonlySet<string>;
  readonly texts: Set<string>;
  /** Ids of checkpoints that have one. */
  readonly coded: Set<string>;
}

interface Bearer {
  readonly id: string;
  /** The employee id as the source writes it; null for a guard who was here before. */
  readonly written: string | null;
}

/** Source id -> what later records need of it. Grows with sites, guards and checkpoints, never with rounds. */
export class Known {
  readonly sites = new Map<
    string,
    { readonly id: string; readonly latitude: number; readonly longitude: number }
  >();
  readonly guards = new Map<string, { readonly id: string }>();
  /** Names of guards by their ids here. */
  readonly names = new Map<string, string>();
  readonly records = new Map<string, KnownRecord>();
  readonly shifts = new Map<string, string>();
  /** Ids of rows of names that this run gave, by the names. */
  readonly recordedNames = new Map<string, string>();
  readonly routes = new Map<string, { readonly id: string; readonly siteId: string }>();
  readonly tenantId: string;
  readonly timeZone: string;
  /** A hash of a password that is not known to anyone. */
  readonly lockedPassword: string;
  readonly emails: Map<string, string>;
  readonly #employees: Map<string, Bearer>;
  readonly #given = new Set<string>();
  readonly #ids = new Map<string, string>();
  readonly codes: KnownCodes;

  constructor(
    given: Pick<Known, 'tenantId' | 'timeZone' | 'lockedPassword' | 'emails' | 'codes'> & {
      readonly employees: ReadonlyMap<string, string>;
    },
  ) {
    this.tenantId = given.tenantId;
    this.timeZone = given.timeZone;
    this.lockedPassword = given.lockedPassword;
    this.emails = given.emails;
    this.codes = given.codes;
    this.#employees = new Map([...given.employees].map(([name, id]) => [name, { id, written: null }]));
  }

  id(kind: string, sourceId: string): string {
    return idOf(this.tenantId, kind, sourceId);
  }

  /** As id(), of what many rounds name again. */
  sameId(kind: string, sourceId: string): string {
    const key = `${kind} ${sourceId}`;
    const known = this.#ids.get(key) ?? this.id(kind, sourceId);
    this.#ids.set(key, known);
    return known;
  }

  /** The row of a record's former id; none where this run gave it before. */
  formerId(recordId: string, formerId: string): (readonly ['former_ids', Row])[] {
    if (!this.isNew(`${recordId} ${formerId}`)) return [];
    return [['former_ids', { record_id: recordId, former_id: formerId }]];
  }

  /** Whether this run gave no row of this key before. */
  isNew(key: string): boolean {
    const before = this.#given.size;
    return this.#given.add(key).size > before;
  }

  /** The site that a record names. Throws Refusal when it names none that was taken. */
  siteOf(record: SourceRecord): string {
    const sourceId = record.text('subAdminId', 'siteId');
    const site = this.sites.get(sourceId);
    if (site !== undefined) return site.id;
    throw new Refusal(
      sourceId === '' ? 'subAdminId is missing' : `its site ${sourceId} is not in the export`,
    );
  }

  /**
   * Whose an employee id is by now, `own` where it was free. Throws Refusal where it is another one's that the source writes
   * otherwise: the two are not the same person.
   */
  employee({ employeeId, written }: EmployeeId, own: string): string {
    const key = employeeId.toLowerCase();
    const bearer = this.#employees.get(key);
    if (bearer === undefined || bearer.id === own) {
      this.#employees.set(key, { id: own, written });
      return own;
    }
    const stated = bearer.written ?? employeeId;
    if (stated.toLowerCase() === written.toLowerCase()) return bearer.id;
    throw new Refusal(
      `employeeId ${written} would be ${employeeId} here, which is another guard's (${stated}); give one of the two another id in the export`,
    );
  }
}

export interface EmployeeId {
  /** As it is stored: letters and digits. */
  readonly employeeId: string;
  /** As the source has it. */
  readonly written: string;
}

export type Take = (id: string, record: SourceRecord, known: Known) => Taken;
