// Where in an endpoint's request an id may stand: by the contract, and by its sample.
import type { Endpoint } from '@watchpost/contract/endpoint';
import type { Sample } from './endpoint-samples.ts';
import { asNode, jsonSchemaOf, type SchemaNode } from './json-schemas.ts';

/** From the request's part down, such as ['body', 'photoIds', '0']. */
export type IdPath = readonly string[];

export const idPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const isId = (text: string) => new RegExp(`^${idPattern.source}$`).test(text);

export function idPathsOf({ params, query, body }: Endpoint, sample: Sample): IdPath[] {
  const bySchema = Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    pathsIn(jsonSchemaOf(schema), [part]),
  );
  const { params: sentParams, query: sentQuery, body: sentBody } = sample;
  const bySample = pathsOfIds({ params: sentParams, query: sentQuery, body: sentBody }, []);
  const worlds = [...bySchema, ...bySample].map((checkpoint) => [checkpoint.join('/'), checkpoint] as const);
  return [...new Map(worlds).values()];
}

function pathsIn(node: SchemaNode, checkpoint: IdPath): IdPath[] {
  const choices = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])].map(asNode);
  const patterns = [node, ...choices].map(({ pattern }) => pattern ?? '');
  if (patterns.some((pattern) => pattern.startsWith('^[0-9a-f]{8}-'))) return [checkpoint];
  return [
    ...choices.flatMap((choice) => pathsIn(choice, checkpoint)),
    ...Object.entries(node.properties ?? {}).flatMap(([name, part]) =>
      pathsIn(asNode(part), [...checkpoint, name]),
    ),
    ...(node.type === 'array' ? pathsIn(asNode(node.items), [...checkpoint, '0']) : []),
  ];
}

function pathsOfIds(value: unknown, checkpoint: IdPath): IdPath[] {
  if (typeof value === 'string') return isId(value) ? [checkpoint] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => pathsOfIds(part, [...checkpoint, name]));
}

/** The id that stands there; null when none does. */
export function idAt(sample: Sample, checkpoint: IdPath): string | null {
  let value: unknown = sample;
  for (const name of checkpoint) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  }
  return typeof value === 'string' && isId(value) ? value : null;
}

/** The same request with this id there. */
export function withId({ form, ...sample }: Sample, checkpoint: IdPath, id: string): Sample {
  const copy: object = structuredClone(sample);
  let holder = copy;
  checkpoint.forEach((name, depth) => {
    if (depth === checkpoint.length - 1) return void Reflect.set(holder, name, id);
    const found: unknown = Reflect.get(holder, name);
    const next =
      typeof found === 'object' && found !== null ? found : checkpoint[depth + 1] === '0' ? [] : {};
    Reflect.set(holder, name, next);
    holder = next;
  });
  return { ...copy, ...(form === undefined ? {} : { form }) };
}
