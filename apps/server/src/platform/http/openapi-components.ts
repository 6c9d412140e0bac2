// Gives schemas that several places of the API's description have a name, and each of those places a reference to it.
import { type Nameable, singular } from './openapi-names.ts';

export type JsonSchema = { readonly [key: string]: unknown };

interface Found {
  readonly schema: JsonSchema;
  /** What references within it lead to. */
  readonly defs: JsonSchema;
  /** In what it was found: whole schemas of operations, or other schemas, each once. */
  readonly contexts: Set<string>;
  /** Everywhere that it was found, e.g. 'listSites.reply.data[]'. */
  readonly positions: string[];
  /** Names that it could have, the best first within each place. */
  readonly names: string[];
  isRecursive: boolean;
}

interface Met {
  readonly context: string;
  readonly position: string;
  readonly names: readonly string[];
  /** Keys of those that it was found within. */
  readonly above: readonly string[];
}

export const isRecord = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const localRef = '#/$defs/';
const keyOf = (schema: JsonSchema): string => JSON.stringify(schema);

/** Values of a choice that make it worth a name. */
const choicesMin = 4;

/** Uses that make an object with one property worth a name. */
const usesMin = 4;

/** Whether it is a thing of its own, and not only a text or number of some length. */
function isNameable(schema: JsonSchema, uses: number): boolean {
  if (isRecord(schema['properties']))
    return Object.keys(schema['properties']).length > (uses < usesMin ? 1 : 0);
  if (Array.isArray(schema['enum'])) return schema['enum'].length >= choicesMin;
  return Array.isArray(schema['oneOf']) && schema['oneOf'].every(isRecord);
}

/** Edges from a schema to those within it, with the name of the property that leads there, if one does. */
function* within(
  schema: JsonSchema,
): Generator<{ child: JsonSchema; edge: string; property: string | null; isItem: boolean }> {
  for (const [key, value] of Object.entries(schema)) {
    if (key === '$defs') continue;
    if (key === 'properties' && isRecord(value)) {
      for (const [property, child] of Object.entries(value))
        if (isRecord(child)) yield { child, edge: `.${property}`, property, isItem: false };
    } else if (Array.isArray(value)) {
      for (const [at, child] of value.entries())
        if (isRecord(child)) yield { child, edge: `${key}${at}`, property: null, isItem: false };
    } else if (isRecord(value)) {
      yield { child: value, edge: key, property: null, isItem: key === 'items' };
    }
  }
}

const defsOf = (schema: JsonSchema): JsonSchema => (isRecord(schema['$defs']) ? schema['$defs'] : {});

const resolved = (schema: JsonSchema, defs: JsonSchema): JsonSchema => {
  const ref = schema['$ref'];
  if (typeof ref !== 'string' || !ref.startsWith(localRef)) return schema;
  const target = defs[ref.slice(localRef.length)];
  if (!isRecord(target)) throw new Error(`${ref} leads nowhere`);
  return target;
};

function namesWithin(names: readonly string[], property: string | null, isItem: boolean): readonly string[] {
  if (isItem) return names.map(singular);
  // A list is a page of what it lists.
  return property === null || property === 'data' ? names : [property, `${names[0] ?? ''} ${property}`];
}

export class Components {
  readonly #found = new Map<string, Found>();
  readonly #named = new Map<string, string>();

  /** First every schema is shown to it, with its place, such as 'listSites.reply', and what it could be called. */
  meet(schema: JsonSchema, position: string, name: string): void {
    this.#meetOne(schema, defsOf(schema), { context: position, position, names: [name], above: [] });
  }

  #meetOne(schema: JsonSchema, defs: JsonSchema, { context, position, names, above }: Met): void {
    const target = resolved(schema, defs);
    const key = keyOf(target);
    const known = this.#found.get(key);
    const found = known ?? {
      schema: target,
      defs,
      contexts: new Set(),
      positions: [],
      names: [],
      isRecursive: false,
    };
    found.contexts.add(context);
    found.positions.push(position);
    found.names.push(...names);
    this.#found.set(key, found);
    if (target !== schema) found.isRecursive = true;
    // One that contains itself is walked through once.
    if (above.includes(key)) return;
    for (const { child, edge, property, isItem } of within(target)) {
      this.#meetOne(child, defs, {
        context: `${key} ${edge}`,
        position: `${position}${property === null ? (isItem ? '[]' : '') : `.${property}`}`,
        names: namesWithin(names, property, isItem),
        above: [...above, key],
      });
    }
  }

  /** Then those that are shared get their names: `nameOf` makes one, unlike those given before and those of others. */
  settle(nameOf: (found: Nameable, taken: ReadonlySet<string>) => string, others: readonly string[]): void {
    const taken = new Set(others);
    for (const [key, found] of this.#found) {
      const { schema, contexts, isRecursive } = found;
      if (!isRecursive && (contexts.size < 2 || !isNameable(schema, contexts.size))) continue;
      const name = nameOf(found, taken);
      taken.add(name);
      this.#named.set(key, name);
    }
  }

  /** The schema as the document has it where it is used. */
  use(schema: JsonSchema): JsonSchema {
    return this.#rewritten(schema, defsOf(schema), false);
  }

  /** All that have names, by them. */
  all(): Record<string, JsonSchema> {
    const entries = [...this.#named].map(([key, name]) => {
      const { schema, defs } = this.#found.get(key) ?? { schema: {}, defs: {} };
      return [name, this.#rewritten(schema, defs, true)] as const;
    });
    return Object.fromEntries(entries.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  }

  #rewritten(schema: JsonSchema, defs: JsonSchema, isDefinition: boolean): JsonSchema {
    const target = resolved(schema, defs);
    const name = isDefinition ? undefined : this.#named.get(keyOf(target));
    if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
    const { $defs: _, ...rest } = target;
    return this.#mapped(rest, defs);
  }

  #mapped(schema: JsonSchema, defs: JsonSchema): JsonSchema {
    const each = (value: unknown): unknown => {
      if (Array.isArray(value))
        return value.map((one: unknown) => (isRecord(one) ? this.#rewritten(one, defs, false) : one));
      return isRecord(value) ? this.#rewritten(value, defs, false) : value;
    };
    return Object.fromEntries(
      Object.entries(schema).map(([key, value]) =>
        key === 'properties' && isRecord(value)
          ? [key, Object.fromEntries(Object.entries(value).map(([name, child]) => [name, each(child)]))]
          : [key, each(value)],
      ),
    );
  }
}
