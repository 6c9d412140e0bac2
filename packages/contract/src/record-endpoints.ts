// The endpoints that every kind of managed record has (MNG-01); making and editing one differ from kind to kind.
import type { AccessGroup, Permission } from '@watchpost/domain/permissions';
import * as z from 'zod/mini';
import { defineEndpoint, type Schema } from './endpoint.ts';
import { exportFormat, exportMediaTypes } from './exports.ts';
import {
  idsBody,
  idsReply,
  listReply,
  pageWindow,
  recordParams,
  statusBody,
  statusReply,
} from './managed-records.ts';

/** Groups whose records can be switched off and deleted. */
type ManagedGroup = {
  [Group in AccessGroup]: `${Group}:delete` extends Permission ? Group : never;
}[AccessGroup];

interface RecordKind<Group> {
  /** As it stands in the names of the endpoints, such as Guard. */
  readonly noun: string;
  /** As summaries call one of them. */
  readonly word: string;
  readonly path: `/${string}`;
  /** Whose permissions are asked for. */
  readonly group: Group;
  readonly summaries: {
    readonly get: string;
    readonly delete: string;
    /** Where the usual one does not say all. */
    readonly setStatus?: string;
  };
}

interface ListedKind<Group, Filter, Row, One> extends RecordKind<Group> {
  /** Of the list and its export. */
  readonly filter: Filter;
  /** A record as the list shows it, and as it is read by itself. */
  readonly row: Row;
  readonly one: One;
}

/** The list, its file, one record, and what can be done to any. */
export function recordEndpoints<
  Group extends ManagedGroup,
  Filter extends z.core.$ZodShape,
  Row extends Schema,
  One extends Schema,
>(kind: ListedKind<Group, Filter, Row, One>) {
  return { ...readingEndpoints(kind), ...changingEndpoints(kind) };
}

function readingEndpoints<
  Group extends ManagedGroup,
  Filter extends z.core.$ZodShape,
  Row extends Schema,
  One extends Schema,
>({ noun, word, path, group, filter, row, one, summaries }: ListedKind<Group, Filter, Row, One>) {
  return {
    list: defineEndpoint({
      name: `list${noun}s`,
      method: 'GET',
      path,
      access: `${group}:view`,
      summary: `One page of the ${word}s, by name unless sorted otherwise.`,
      query: z.strictObject({ ...filter, ...pageWindow }),
      reply: listReply(row),
    }),
    exportAll: defineEndpoint({
      name: `export${noun}s`,
      method: 'GET',
      path: `${path}/export`,
      access: `${group}:view`,
      summary: `Every ${word} of the filter as a file.`,
      query: z.strictObject({ ...filter, ...exportFormat }),
      reply: z.unknown(),
      files: exportMediaTypes,
    }),
    get: defineEndpoint({
      name: `get${noun}`,
      method: 'GET',
      path: `${path}/:id`,
      access: `${group}:view`,
      summary: summaries.get,
      params: recordParams,
      reply: one,
    }),
  };
}

function changingEndpoints<Group extends ManagedGroup>({
  noun,
  word,
  path,
  group,
  summaries,
}: RecordKind<Group>) {
  return {
    setStatus: defineEndpoint({
      name: `set${noun}Status`,
      method: 'POST',
      path: `${path}/status`,
      access: `${group}:status`,
      summary:
        summaries.setStatus ?? `Activates or deactivates ${word}s; answers with those that it changed.`,
      body: statusBody,
      reply: statusReply,
    }),
    remove: defineEndpoint({
      name: `delete${noun}`,
      method: 'DELETE',
      path: `${path}/:id`,
      access: `${group}:delete`,
      summary: summaries.delete,
      params: recordParams,
      reply: idsReply,
    }),
    restore: defineEndpoint({
      name: `restore${noun}s`,
      method: 'POST',
      path: `${path}/restore`,
      access: `${group}:delete`,
      summary: `Brings deleted ${word}s back.`,
      body: idsBody,
      reply: idsReply,
    }),
  };
}
