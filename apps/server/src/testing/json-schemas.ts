import * as z from 'zod/mini';

export type SchemaNode = z.core.JSONSchema.BaseSchema;

const made = new WeakMap<z.core.$ZodType, SchemaNode>();

/** What a request's part may be, as it is sent. Made once of each schema. */
export function jsonSchemaOf(schema: z.core.$ZodType): SchemaNode {
  const known = made.get(schema) ?? z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  made.set(schema, known);
  return known;
}

const isNode = (node: unknown): node is SchemaNode => typeof node === 'object' && node !== null;
export const asNode = (node: unknown): SchemaNode => (isNode(node) ? node : {});
