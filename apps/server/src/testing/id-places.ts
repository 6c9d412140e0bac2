// Where in an endpoint's request an id may stand: by the contract, and by its sample.
import type { Endpoint } from '@watchpost/contract/endpoint';
import type { Sample } from './endpoint-samples.ts';
import { asNode, jsonSchemaOf, type SchemaNode } from './json-schemas.ts';

/** From the request's part down, such as ['body', 'photoIds', '0']. */
export type IdPlace = readonly string[];

export const idPattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const isId = (text: string) => new RegExp(`^${idPattern.source}$`).test(text);

export function idPlacesOf({ params, query, body }: Endpoint, sample: Sample): IdPlace[] {
  const bySchema = Object.entries({ params, query, body }).flatMap(([part, schema]) =>
    placesIn(jsonSchemaOf(schema), [part]),
  );
  const { params: sentParams, query: sentQuery, body: sentBody } = sample;
  const bySample = placesOfIds({ params: sentParams, query: sentQuery, body: sentBody }, []);
  const places = [...bySchema, ...bySample].map((place) => [place.join('/'), place] as const);
  return [...new Map(places).values()];
}

function placesIn(node: SchemaNode, place: IdPlace): IdPlace[] {
  const choices = [...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])].map(asNode);
  const patterns = [node, ...choices].map(({ pattern }) => pattern ?? '');
  if (patterns.some((pattern) => pattern.startsWith('^[0-9a-f]{8}-'))) return [place];
  return [
    ...choices.flatMap((choice) => placesIn(choice, place)),
    ...Object.entries(node.properties ?? {}).flatMap(([name, part]) =>
      placesIn(asNode(part), [...place, name]),
    ),
    ...(node.type === 'array' ? placesIn(asNode(node.items), [...place, '0']) : []),
  ];
}

function placesOfIds(value: unknown, place: IdPlace): IdPlace[] {
  if (typeof value === 'string') return isId(value) ? [place] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => placesOfIds(part, [...place, name]));
}

/** The id that stands there; null when none does. */
export function idAt(sample: Sample, place: IdPlace): string | null {
  let value: unknown = sample;
  for (const name of place) {
    value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  }
  return typeof value === 'string' && isId(value) ? value : null;
}

/** The same request with this id there. */
export function withId({ form, ...sample }: Sample, place: IdPlace, id: string): Sample {
  const copy: object = structuredClone(sample);
  let holder = copy;
  place.forEach((name, depth) => {
    if (depth === place.length - 1) return void Reflect.set(holder, name, id);
    const found: unknown = Reflect.get(holder, name);
    const next = typeof found === 'object' && found !== null ? found : place[depth + 1] === '0' ? [] : {};
    Reflect.set(holder, name, next);
    holder = next;
  });
  return { ...copy, ...(form === undefined ? {} : { form }) };
}
