/** Collects the values of a statement that is put together from parts, as $1, $2 ... */
export class StatementValues {
  readonly list: unknown[] = [];

  /** The placeholder of a value; `type` as PostgreSQL names it. */
  add(value: unknown, type: string): string {
    return `$${this.list.push(value)}::${type}`;
  }
}
