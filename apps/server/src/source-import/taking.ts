// What it takes to turn a record of the source into rows: those taken before it, and where doubts are told.
import { idOf } from './source-ids.ts';
import { type Fields, Refusal, text } from './source-values.ts';
import type { Row, TableName } from './staging.queries.ts';

export interface Taken {
  /** The row that stands for the record: when it is there, the record has been taken before. */
  readonly main: { readonly table: TableName; readonly row: Row & { readonly id: string } };
  readonly others?: readonly (readonly [TableName, Row])[];
}

export interface KnownPlace {
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

/** Source id -> what later records need of it. Grows with sites, guards and checkpoints, never with rounds. */
export class Known {
  readonly sites = new Map<
    string,
    { readonly id: string; readonly latitude: number; readonly longitude: number }
  >();
  readonly guards = new Map<string, { readonly id: string }>();
  /** Names of guards by their ids here. */
  readonly names = new Map<string, string>();
  readonly places = new Map<string, KnownPlace>();
  readonly shifts = new Map<string, string>();
  readonly routes = new Map<string, { readonly id: string; readonly siteId: string }>();
  readonly tenantId: string;
  readonly timeZone: string;
  /** A hash of a password that nobody knows. */
  readonly lockedPassword: string;
  readonly emails: Map<string, string>;
  readonly employees: Map<string, string>;
  readonly codes: KnownCodes;

  constructor(
    given: Pick<Known, 'tenantId' | 'timeZone' | 'lockedPassword' | 'emails' | 'employees' | 'codes'>,
  ) {
    this.tenantId = given.tenantId;
    this.timeZone = given.timeZone;
    this.lockedPassword = given.lockedPassword;
    this.emails = given.emails;
    this.employees = given.employees;
    this.codes = given.codes;
  }

  id(kind: string, sourceId: string): string {
    return idOf(this.tenantId, kind, sourceId);
  }

  /** The site that a record names. Throws Refusal when it names none that was taken. */
  siteOf(fields: Fields): string {
    const sourceId = text(fields, 'subAdminId', 'siteId');
    const site = this.sites.get(sourceId);
    if (site !== undefined) return site.id;
    throw new Refusal(
      sourceId === '' ? 'subAdminId is missing' : `its site ${sourceId} is not in the export`,
    );
  }
}

/** Tells of something that was taken otherwise than it stands in the source. */
export type Note = (what: string) => void;
export type Take = (id: string, fields: Fields, known: Known, note: Note) => Taken;
