// What becomes of an edit when somebody else saved the same record in the meantime.

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

export interface Merged<Fields> {
  /** Theirs where only they changed, mine elsewhere. */
  readonly fields: Fields;
  /** Fields that both changed, each to something else. */
  readonly conflicts: readonly (keyof Fields & string)[];
}

/** Three-way: `base` is what both began with. */
export function mergeFields<Fields extends object>(
  base: Fields,
  mine: Fields,
  theirs: Fields,
): Merged<Fields> {
  const names = Object.keys(base).filter((name): name is keyof Fields & string => name in base);
  const conflicts = names.filter(
    (name) =>
      !isSame(mine[name], base[name]) &&
      !isSame(theirs[name], base[name]) &&
      !isSame(mine[name], theirs[name]),
  );
  const taken = names.filter((name) => isSame(mine[name], base[name]));
  const fields = { ...mine };
  for (const name of taken) fields[name] = theirs[name];
  return { fields, conflicts };
}

export function isSameFields(one: object, other: object): boolean {
  return isSame(one, other);
}
