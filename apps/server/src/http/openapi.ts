// The OpenAPI 3.1 document, made from the very schemas that validate requests (API-07).
import { errorCodes } from '@watchpost/contract/error-codes';
import type { Access, Endpoint, Schema } from '@watchpost/contract/endpoint';
import * as z from 'zod/mini';
import { sessionCookie } from '../access/session-token.ts';

export type JsonSchema = { readonly [key: string]: unknown };

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
  readonly info: { readonly title: string; readonly version: string; readonly description: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: JsonSchema;
}

export function openApiDocument(endpoints: readonly Endpoint[]): OpenApiDocument {
  const paths: Record<string, Record<string, OpenApiOperation>> = {};
  for (const endpoint of endpoints) {
    const path = `/api/{tenant}${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Watchpost',
      version: '1',
      description:
        'The API of the Watchpost console and of guards’ devices. Times are epoch milliseconds unless a field says otherwise.',
    },
    paths,
    components: {
      schemas: { FieldErrors: fieldErrors, GeneralErrors: generalErrors },
      securitySchemes: {
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
      },
    },
  };
}

function operationOf(endpoint: Endpoint): OpenApiOperation {
  const body = jsonSchema(endpoint.body, 'input');
  const hasBody = Object.keys(asRecord(body['properties'])).length > 0;
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [endpoint.path.split('/').find((part) => part !== '' && part !== 'secure') ?? ''],
    'x-access': endpoint.access,
    security: securityOf(endpoint),
    parameters: [
      tenant,
      ...parametersOf('path', endpoint.params),
      ...parametersOf('query', endpoint.query),
      timeZone,
    ],
    ...(hasBody ? { requestBody: { required: true, content: bodyContent(endpoint, body) } } : {}),
    ...(endpoint.upload === true ? { requestBody: { required: true, content: oneFile } } : {}),
    responses: responsesOf(endpoint),
  };
}

function securityOf({ access, method }: Endpoint): OpenApiOperation['security'] {
  if (access === 'public') return [];
  if (access === 'field') return [{ bearer: [] }];
  return [method === 'GET' ? { cookie: [] } : { cookie: [], crossSite: [] }, { bearer: [] }];
}

function parametersOf(place: 'path' | 'query', schema: Schema): JsonSchema[] {
  const made = jsonSchema(schema, 'input');
  const required = Array.isArray(made['required']) ? made['required'] : [];
  return Object.entries(asRecord(made['properties'])).map(([name, property]) =>
    parameter(place, name, asRecord(property), place === 'path' || required.includes(name)),
  );
}

function parameter(place: string, name: string, schema: JsonSchema, isRequired: boolean): JsonSchema {
  return { name, in: place, required: isRequired, schema };
}

const tenant = {
  ...parameter('path', 'tenant', { type: 'string' }, true),
  description: "The company's part of every address.",
};
const timeZone = {
  ...parameter('header', 'Timezone', { type: 'string', examples: ['Asia/Kolkata'] }, false),
  description:
    "IANA name of the caller's time zone, whose days are meant by dates; UTC where it is not sent.",
};

function bodyContent({ form }: Endpoint, schema: JsonSchema): JsonSchema {
  const json = jsonContent(schema);
  return form === true ? { ...json, 'application/x-www-form-urlencoded': { schema } } : json;
}

function responsesOf(endpoint: Endpoint): Record<string, JsonSchema> {
  const content =
    endpoint.files === undefined
      ? jsonContent(jsonSchema(endpoint.reply, 'output'))
      : Object.fromEntries(
          endpoint.files.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
        );
  const failures = [...new Set(Object.values(errorCodes).map((code) => code.status))];
  return {
    200: { description: 'Done.', content },
    ...Object.fromEntries(failures.map((status) => [status, failure(status)])),
  };
}

function failure(status: number): JsonSchema {
  const codes = Object.entries(errorCodes).filter(([, code]) => code.status === status);
  const name = status === 400 ? 'FieldErrors' : 'GeneralErrors';
  return {
    description: codes.map(([code, { message }]) => `${code}: ${message}`).join(' '),
    ...(mayBeAskedAgain.has(status) ? { headers: retryAfter } : {}),
    content: jsonContent({ $ref: `#/components/schemas/${name}` }),
  };
}

const mayBeAskedAgain = new Set([429, 503]);
const retryAfter = {
  'Retry-After': { description: 'Seconds after which to ask again.', schema: { type: 'integer' } },
};

const message = {
  type: 'object',
  required: ['code', 'message'],
  properties: { code: { enum: Object.keys(errorCodes) }, message: { type: 'string' } },
};
const fieldErrors = {
  description: 'The fields that are not valid, each with its messages.',
  type: 'object',
  additionalProperties: { type: 'array', items: message },
};
const generalErrors = {
  description: 'Why the call failed; the first message is the one to show.',
  type: 'object',
  required: ['general'],
  properties: {
    general: { type: 'array', items: message },
    requestId: { type: 'string', description: "Names the request in the server's log." },
  },
};

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
  const { $schema: _, ...made } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return made;
}

function asRecord(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}
