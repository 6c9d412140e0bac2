// Values made from a JSON Schema: mostly ones that fit it, with spoilt parts in between.
import fc from 'fast-check';
import * as z from 'zod/mini';

export interface KnownValues {
  /** Ids that exist, of whomever. */
  readonly ids: readonly string[];
  /** Values worth trying by the name of the part. */
  readonly byName: Readonly<Record<string, readonly unknown[]>>;
}

type Node = z.core.JSONSchema.BaseSchema;

const nasty: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(null, true, [], {}, '', '\0', '\ud800', -1, 2 ** 53, 1e308, 'x'.repeat(2_000)),
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ maxDepth: 3 }),
);

/** One part in so many is spoilt. */
const invalidOneIn = 25;

export function valuesOf(schema: z.core.$ZodType, known: KnownValues): fc.Arbitrary<unknown> {
  return near(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), '', known);
}

function near(node: Node, name: string, known: KnownValues): fc.Arbitrary<unknown> {
  const tried = known.byName[name];
  return fc.oneof(
    { weight: invalidOneIn, arbitrary: fitting(node, name, known) },
    { weight: 1, arbitrary: nasty },
    ...(tried === undefined ? [] : [{ weight: invalidOneIn * 3, arbitrary: fc.constantFrom(...tried) }]),
  );
}

function fitting(node: Node, name: string, known: KnownValues): fc.Arbitrary<unknown> {
  const choices = node.anyOf ?? node.oneOf;
  if (choices !== undefined) return fc.oneof(...choices.map((choice) => near(asNode(choice), name, known)));
  if (node.const !== undefined) return fc.constant(node.const);
  if (node.enum !== undefined) return fc.constantFrom(...node.enum);
  const { minimum = -1e6, maximum = 1e15 } = node;
  switch (node.type) {
    case 'object':
      return objects(node, known);
    case 'array':
      return fc.array(near(asNode(node.items), name, known), { maxLength: 4 });
    case 'string':
      return texts(node, known);
    case 'integer':
      return fc.integer({ min: Math.ceil(minimum), max: Math.floor(maximum) });
    case 'number':
      return fc.double({ min: minimum, max: maximum, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
    case undefined:
    default:
      return fc.constant(null);
  }
}

const isNode = (node: unknown): node is Node => typeof node === 'object' && node !== null;
const asNode = (node: unknown): Node => (isNode(node) ? node : {});

function objects(node: Node, known: KnownValues): fc.Arbitrary<unknown> {
  const parts = Object.entries(node.properties ?? {}).map(([name, part]): [string, fc.Arbitrary<unknown>] => [
    name,
    near(asNode(part), name, known),
  ]);
  const exact = fc.record(Object.fromEntries(parts), { requiredKeys: node.required ?? [] });
  const lacking = fc.record(Object.fromEntries(parts), { requiredKeys: [] });
  const extra = fc
    .tuple(exact, fc.string(), nasty)
    .map(([object, key, value]) => ({ ...object, [key]: value }));
  return fc.oneof({ weight: invalidOneIn, arbitrary: exact }, lacking, extra);
}

function texts(node: Node, known: KnownValues): fc.Arbitrary<string> {
  const patterns = [node.pattern, ...(node.allOf ?? []).map((one) => asNode(one).pattern)].filter(
    (pattern) => pattern !== undefined,
  );
  const isId = patterns.some((pattern) => pattern.includes('[0-9a-f]{8}-'));
  if (isId) return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...known.ids) }, fc.uuid());
  const size = { minLength: node.minLength ?? 0, maxLength: Math.min(node.maxLength ?? 60, 400) };
  const [pattern] = patterns;
  const free = fc.string({ ...size, unit: 'grapheme' });
  return pattern === undefined ? free : fc.oneof(fc.stringMatching(new RegExp(pattern)), free);
}
