import { isRecord, type JsonSchema } from './openapi-components.ts';
import { pascalCase } from './openapi-names.ts';

type Rewriting = (schema: JsonSchema) => JsonSchema;

const schemaOf = ({ schema }: JsonSchema): JsonSchema => (isRecord(schema) ? schema : {});

/** Operations that make a parameter which they have alike a component. */
const sharingMin = 3;

/** Of parameters of one name those that most operations have alike are a component. */
export class SharedParameters {
  readonly #names = new Map<string, string>();
  readonly #parameters = new Map<string, JsonSchema>();

  constructor(parameters: readonly JsonSchema[]) {
    const counts = new Map<string, number>();
    for (const each of parameters) {
      const key = JSON.stringify(each);
      counts.set(key, (counts.get(key) ?? 0) + 1);
      this.#parameters.set(key, each);
    }
    const taken = new Set<string>();
    for (const [key, count] of [...counts].toSorted(([, few], [, many]) => many - few)) {
      const name = pascalCase(String(this.#parameters.get(key)?.['name']));
      if (count < sharingMin || taken.has(name)) continue;
      taken.add(name);
      this.#names.set(key, name);
    }
  }

  use(parameter: JsonSchema, rewrite: Rewriting): JsonSchema {
    const name = this.#names.get(JSON.stringify(parameter));
    return name === undefined
      ? { ...parameter, schema: rewrite(schemaOf(parameter)) }
      : { $ref: `#/components/parameters/${name}` };
  }

  all(rewrite: Rewriting): Record<string, JsonSchema> {
    return Object.fromEntries(
      [...this.#names].map(([key, name]) => {
        const parameter = this.#parameters.get(key) ?? {};
        return [name, { ...parameter, schema: rewrite(schemaOf(parameter)) }];
      }),
    );
  }
}
