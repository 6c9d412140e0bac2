// Questions that one may ask of a list, an export or a record: every way to filter, sort, search and page that the contract knows.
import type { Endpoint } from '@watchpost/contract/endpoint';
import type { Random } from '../demo/patrol-model/random.ts';
import type { Sample } from './endpoint-samples.ts';
import { asNode, jsonSchemaOf, type SchemaNode } from './json-schemas.ts';

export interface KnownTexts {
  /** To be searched for. */
  readonly texts: readonly string[];
  /** To be filtered by. */
  readonly ids: readonly string[];
}

/** The sample, each value of each part of the query by itself, and some of them together. */
export function variantsOf(
  endpoint: Endpoint,
  sample: Sample,
  known: KnownTexts,
  random: Random,
  mixtures: number,
): Sample[] {
  const { properties = {} } = jsonSchemaOf(endpoint.query);
  const choices = Object.entries(properties)
    .map(([name, node]) => ({ name, values: valuesOf(name, asNode(node), known) }))
    .filter(({ values }) => values.length > 0);
  const variant = (query: Readonly<Record<string, string>>) => ({
    ...sample,
    query: { ...needed(endpoint, sample), ...query },
  });
  const singles = choices.flatMap(({ name, values }) => values.map((value) => variant({ [name]: value })));
  const mixed = Array.from({ length: choices.length > 1 ? mixtures : 0 }, () =>
    variant(
      Object.fromEntries(
        choices.filter(() => random.chance(1 / 2)).map(({ name, values }) => [name, random.pick(values)]),
      ),
    ),
  );
  return [sample, ...singles, ...mixed];
}

/** What of the sample's query cannot be left out. */
function needed(endpoint: Endpoint, { query = {} }: Sample): Readonly<Record<string, string>> {
  const { required = [] } = jsonSchemaOf(endpoint.query);
  // The other formats of an export say when they were made.
  const remaining = [...required, ...('format' in query ? ['format'] : [])];
  return Object.fromEntries(Object.entries(query).filter(([name]) => remaining.includes(name)));
}

const byName: Readonly<Record<string, readonly string[]>> = {
  offset: ['1', '30'],
  limit: ['1', '100'],
  from: ['2020-01-01'],
  to: ['2099-12-31'],
  format: [],
  language: [],
  after: [],
  before: [],
};

function valuesOf(
  name: string,
  { enum: listed, pattern = '' }: SchemaNode,
  { texts, ids }: KnownTexts,
): readonly string[] {
  if (listed !== undefined && name !== 'format') return listed.map(String);
  if (name === 'searchText') return texts;
  const fixed = byName[name];
  if (fixed !== undefined) return fixed;
  return pattern.startsWith('^[0-9a-f]{8}-') ? ids : [];
}
