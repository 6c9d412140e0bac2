// What records were called before, and what imported rounds say of themselves; see migration 0094.
import type { ColumnType, Generated } from 'kysely';

/** Of a record; written by triggers alone. Both null where it was never changed. */
export interface FormerColumns<Former> {
  /** Until when it read as each of `former` says, by the server's clock; epoch milliseconds, going up. */
  former_until_ms: ColumnType<readonly number[] | null, undefined, never>;
  former: ColumnType<readonly Former[] | null, undefined, never>;
}

export interface FormerGuard {
  readonly employee_id: string;
  readonly first_name: string;
  readonly last_name: string;
}

export interface FormerCheckpoint {
  readonly name: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly radius_metres: number;
  readonly activated: boolean;
}

export interface FormerTables {
  /**
   * Names as records of another system bear them. Written by imports alone, once for each different combination, whose id
   * follows from it; rounds.recorded_names_id names one. First and last name are both said or both not.
   */
  recorded_names: {
    tenant_id: string;
    id: string;
    guard_id: string;
    /** Null where the record does not say it: the names of the round's time count. */
    employee_id: string | null;
    first_name: string | null;
    last_name: string | null;
    site_name: string | null;
    /** Of the digest that is sealed of them; taken away with the names of a guard who is erased. */
    salt: Generated<string | null>;
  };
}
