// The OpenAPI 3.1 document, made from the very schemas that validate requests (API-07).
import { STATUS_CODES } from 'node:http';
import { errorCodes } from '@watchpost/contract/error-codes';
import type { Access, Endpoint, Schema } from '@watchpost/contract/endpoint';
import * as z from 'zod/mini';
import { sessionCookie } from '../access/session-token.ts';
import { Components, isRecord, type JsonSchema } from './openapi-components.ts';
import { nounOf, pascalCase, schemaName, singular } from './openapi-names.ts';
import { apiTags, tagOf } from './openapi-tags.ts';

type Rewriting = (schema: JsonSchema) => JsonSchema;

const schemaOf = ({ schema }: JsonSchema): JsonSchema => (isRecord(schema) ? schema : {});

/** Operations that make a parameter which they have alike a component. */
const sharingMin = 3;

/** Of parameters of one name those that most operations have alike are a component. */
class SharedParameters {
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

export interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly tags: readonly string[];
  readonly 'x-access': Access;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly JsonSchema[];
  readonly requestBody?: JsonSchema;
  readonly responses: Readonly<Record<string, JsonSchema>>;
}

export interface OpenApiDocument {
  readonly openapi: '3.1.0';
  readonly info: JsonSchema & {
    readonly title: string;
    readonly version: string;
    readonly description: string;
  };
  readonly servers: readonly JsonSchema[];
  readonly tags: readonly JsonSchema[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: Readonly<
    Record<'schemas' | 'parameters' | 'responses' | 'securitySchemes', JsonSchema>
  >;
}

/** Every schema that more than one place has is a component with a name, and so are the ways in which calls fail. */
export function openApiDocument(endpoints: readonly Endpoint[]): OpenApiDocument {
  // By name, so that what is met first, and so what it is called, does not hang on how files were loaded.
  const described = endpoints.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(describe);
  const schemas = namedSchemas(described);
  const parameters = new SharedParameters(described.flatMap((each) => each.parameters));
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const each of described) {
    const path = `/api/{tenant}${each.endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    const operation = operationOf(each, schemas, parameters);
    paths[path] = { ...paths[path], [each.endpoint.method.toLowerCase()]: operation };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Watchpost',
      version: '1',
      description:
        'The API of the Watchpost console and of guards’ devices. Times are epoch milliseconds unless a field says otherwise.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The server that this document came from.' }],
    tags: apiTags,
    paths,
    components: {
      schemas: { ...schemas.all(), ...errorSchemas },
      parameters: parameters.all((schema) => schemas.use(schema)),
      responses: failures,
      securitySchemes,
    },
  };
}

/** An endpoint with the schemas of its parts, each whole. */
interface Described {
  readonly endpoint: Endpoint;
  readonly body: JsonSchema | null;
  readonly reply: JsonSchema | null;
  readonly parameters: readonly JsonSchema[];
}

function describe(endpoint: Endpoint): Described {
  const body = jsonSchema(endpoint.body, 'input');
  const hasBody = Object.keys(asRecord(body['properties'])).length > 0;
  return {
    endpoint,
    body: hasBody ? body : null,
    reply: endpoint.files === undefined ? jsonSchema(endpoint.reply, 'output') : null,
    parameters: [
      tenant,
      ...parametersOf('path', endpoint.params),
      ...parametersOf('query', endpoint.query),
      timeZone,
    ],
  };
}

function namedSchemas(described: readonly Described[]): Components {
  const schemas = new Components();
  for (const { endpoint, body, reply, parameters } of described) {
    const noun = nounOf(endpoint.name);
    if (reply !== null) schemas.meet(reply, `${endpoint.name}.reply`, noun);
    if (body !== null) schemas.meet(body, `${endpoint.name}.body`, `${noun} input`);
    for (const { name, schema } of parameters) {
      const own = String(name);
      schemas.meet(asRecord(schema), `${endpoint.name}.query.${own}`, `${singular(noun)} ${own}`);
    }
  }
  schemas.settle(schemaName, Object.keys(errorSchemas));
  return schemas;
}

function operationOf(
  { endpoint, body, reply, parameters }: Described,
  schemas: Components,
  shared: SharedParameters,
): OpenApiOperation {
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [tagOf(endpoint)],
    'x-access': endpoint.access,
    security: securityOf(endpoint),
    parameters: parameters.map((each) => shared.use(each, (schema) => schemas.use(schema))),
    ...(body === null
      ? {}
      : { requestBody: { required: true, content: bodyContent(endpoint, schemas.use(body)) } }),
    ...(endpoint.upload === true ? { requestBody: { required: true, content: oneFile } } : {}),
    responses: responsesOf(endpoint, reply === null ? {} : schemas.use(reply)),
  };
}

const securitySchemes = {
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: sessionCookie.name,
    description: `Set by signing in. Over https its name is __Host-${sessionCookie.name}_{tenant}.`,
  },
  crossSite: {
    type: 'apiKey',
    in: 'header',
    name: 'X-XSRF-TOKEN',
    description: 'The value of the cookie XSRF-TOKEN, beside the session of a cookie.',
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token that signing in answers with, for devices and programs.',
  },
};

function securityOf({ access, method }: Endpoint): OpenApiOperation['security'] {
  if (access === 'public') return [];
  if (access === 'field') return [{ bearer: [] }];
  return [method === 'GET' ? { cookie: [] } : { cookie: [], crossSite: [] }, { bearer: [] }];
}

function parametersOf(position: 'path' | 'query', schema: Schema): JsonSchema[] {
  const made = jsonSchema(schema, 'input');
  const required = Array.isArray(made['required']) ? made['required'] : [];
  return Object.entries(asRecord(made['properties'])).map(([name, property]) =>
    parameter(position, name, asRecord(property), position === 'path' || required.includes(name)),
  );
}

function parameter(position: string, name: string, schema: JsonSchema, isRequired: boolean): JsonSchema {
  return { name, in: position, required: isRequired, schema };
}

const tenant = {
  ...parameter('path', 'tenant', { type: 'string' }, true),
  description: "The company's part of every address.",
};
const timeZone = {
  ...parameter('header', 'Timezone', { type: 'string', examples: ['Asia/Kolkata'] }, false),
  description:
    "IANA name of the caller's time zone, whose days are meant by dates; UTC where it is not sent. For a name that is not known the company's zone is used, and X-Zone-Used of the reply names it.",
};

function bodyContent({ form }: Endpoint, schema: JsonSchema): JsonSchema {
  const json = jsonContent(schema);
  return form === true ? { ...json, 'application/x-www-form-urlencoded': { schema } } : json;
}

function responsesOf(endpoint: Endpoint, reply: JsonSchema): Record<string, JsonSchema> {
  const content =
    endpoint.files === undefined
      ? jsonContent(reply)
      : Object.fromEntries(
          endpoint.files.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
        );
  const replies: Record<string, JsonSchema> = { 200: { description: 'Done.', content } };
  for (const status of failureStatuses)
    replies[status] = { $ref: `#/components/responses/${responseName(status)}` };
  return replies;
}

const mayBeAskedAgain = new Set([429, 503]);
const retryAfter = {
  'Retry-After': { description: 'Seconds after which to ask again.', schema: { type: 'integer' } },
};

const failureStatuses = [...new Set(Object.values(errorCodes).map((code) => code.status))].toSorted(
  (a, b) => a - b,
);

/** E.g. 'NotFound'. */
const responseName = (status: number): string =>
  pascalCase((STATUS_CODES[status] ?? `status ${status}`).replaceAll(/[^A-Za-z ]/g, ''));

function failure(status: number): JsonSchema {
  const codes = Object.entries(errorCodes).filter(([, code]) => code.status === status);
  const name = status === 400 ? 'FieldErrors' : 'GeneralErrors';
  return {
    description: codes.map(([code, { message: text }]) => `${code}: ${text}`).join(' '),
    ...(mayBeAskedAgain.has(status) ? { headers: retryAfter } : {}),
    content: jsonContent({ $ref: `#/components/schemas/${name}` }),
  };
}

const failures = Object.fromEntries(failureStatuses.map((status) => [responseName(status), failure(status)]));

const message = {
  type: 'object',
  required: ['code', 'message'],
  properties: { code: { enum: Object.keys(errorCodes) }, message: { type: 'string' } },
};
const fieldErrors = {
  description: 'The fields that are not valid, each with its messages.',
  type: 'object',
  additionalProperties: { type: 'array', items: { $ref: '#/components/schemas/ErrorMessage' } },
};
const generalErrors = {
  description: 'Why the call failed; the first message is the one to show.',
  type: 'object',
  required: ['general'],
  properties: {
    general: { type: 'array', items: { $ref: '#/components/schemas/ErrorMessage' } },
    requestId: { type: 'string', description: "Names the request in the server's log." },
  },
};

const errorSchemas = { ErrorMessage: message, FieldErrors: fieldErrors, GeneralErrors: generalErrors };

const oneFile = {
  'multipart/form-data': {
    schema: {
      type: 'object',
      required: ['file'],
      properties: { file: { type: 'string', format: 'binary' } },
    },
  },
};

function jsonContent(schema: JsonSchema): JsonSchema {
  return { 'application/json': { schema } };
}

function jsonSchema(schema: Schema, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override });
  return made;
}

/** Says plainly what Zod says in a roundabout way. */
function override({ jsonSchema: made }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  // What every whole number of JSON keeps to is not worth saying.
  if (made.minimum === Number.MIN_SAFE_INTEGER) delete made.minimum;
  if (made.maximum === Number.MAX_SAFE_INTEGER) delete made.maximum;
  const { propertyNames, additionalProperties } = made;
  if (!isRecord(propertyNames) || !isRecord(additionalProperties)) return;
  const names = propertyNames['enum'];
  if (!Array.isArray(names)) return;
  made.properties = Object.fromEntries(names.map((name: unknown) => [String(name), additionalProperties]));
  made.additionalProperties = false;
  delete made.propertyNames;
}

const asRecord = (value: unknown): JsonSchema => (isRecord(value) ? value : {});
