// Which relations of a statement are held to one tenant: what is equal to a known tenant is known, and so on.

/** A query within another one: what it demands binds its own relations, not those around it. */
export interface Block {
  readonly around: Block | null;
}

/** The tenant of one relation of a statement, as it is written there. */
export class Spot {
  known = false;
  /** Null for what a query hands out, which is no table. */
  readonly table: string | null;
  readonly block: Block;

  constructor(table: string | null, block: Block) {
    this.table = table;
    this.block = block;
  }
}

/** Of an expression: a relation's tenant, one handed in from outside, or something else. */
export type Value = Spot | 'given' | undefined;

interface Rule {
  readonly target: Spot;
  /** The target is known when all of them are. */
  readonly sources: readonly Value[];
}

export class TenantFlow {
  readonly #spots: Spot[] = [];
  readonly #rules: Rule[] = [];

  spot(table: string | null, block: Block): Spot {
    const made = new Spot(table, block);
    this.#spots.push(made);
    return made;
  }

  /** How many there are: those made later have higher places. */
  get size(): number {
    return this.#spots.length;
  }

  placeOf(spot: Spot): number {
    return this.#spots.indexOf(spot);
  }

  follows(target: Spot, sources: readonly Value[]): void {
    this.#rules.push({ target, sources });
  }

  /** Either may become known by the other, unless `binds` denies it. */
  equal(one: Value, other: Value, binds: (spot: Spot) => boolean): void {
    if (one instanceof Spot && binds(one)) this.follows(one, [other]);
    if (other instanceof Spot && binds(other)) this.follows(other, [one]);
  }

  /** Tables whose tenant nothing says. */
  unbound(): string[] {
    let isChanged = true;
    while (isChanged) {
      isChanged = false;
      for (const { target, sources } of this.#rules) {
        if (target.known || sources.length === 0 || !sources.every(isKnown)) continue;
        target.known = true;
        isChanged = true;
      }
    }
    return this.#spots.flatMap(({ table, known }) => (table === null || known ? [] : [table]));
  }
}

const isKnown = (value: Value) => value === 'given' || (value instanceof Spot && value.known);

export function isWithin(inner: Block, block: Block): boolean {
  for (let at: Block | null = inner; at !== null; at = at.around) if (at === block) return true;
  return false;
}
