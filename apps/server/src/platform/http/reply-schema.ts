// Writes replies by serialisers that are compiled from their schemas: several times faster than by zod.
import { createRequire } from 'node:module';
import type { FastifyServerOptions } from 'fastify';
import type build from 'fast-json-stringify';
import type { Schema } from '@watchpost/contract/endpoint';
import * as z from 'zod/mini';

type JsonSchema = Record<string, unknown>;

const require = createRequire(import.meta.url);

/** Writes what the schema describes as JSON. The compiler is loaded for the first reply, not for the start. */
export function replyWriter(schema: Schema): (reply: unknown) => string {
  const compile = require('fast-json-stringify') as typeof build;
  return compile(replySchema(schema));
}

const none = () => {
  throw new TypeError('Schemas are checked and written by their endpoints, not by the framework.');
};

/** The framework's own compilers take a tenth of the start and are never asked for. */
export const noCompilers: NonNullable<FastifyServerOptions['schemaController']> = {
  compilersFactory: { buildValidator: none, buildSerializer: none },
};

function replySchema(schema: Schema): JsonSchema {
  const made = z.toJSONSchema(schema, { io: 'output', unrepresentable: 'any' }) as JsonSchema;
  delete made['$schema'];
  return simplifyNullable(made) as JsonSchema;
}

/** anyOf [x, null] makes the serialiser validate each value; a list of types does not. */
function simplifyNullable(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(simplifyNullable);
  if (typeof node !== 'object' || node === null) return node;
  const object = Object.fromEntries(
    Object.entries(node).map(([key, value]) => [key, simplifyNullable(value)]),
  );
  const { anyOf } = object;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return object;
  const [some, none] = anyOf.map(asSchema);
  if (none?.['type'] !== 'null' || typeof some?.['type'] !== 'string') return object;
  if (['object', 'array'].includes(some['type'])) return { ...some, nullable: true };
  return { ...some, type: [some['type'], 'null'] };
}

function asSchema(node: unknown): JsonSchema {
  return typeof node === 'object' && node !== null ? { ...node } : {};
}
