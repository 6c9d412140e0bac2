// Calls the endpoints of the contract; the rest of the console never writes an address.
import type { BodyOf, Endpoint, ParamsOf, QueryOf, ReplyOf } from '@watchpost/contract/endpoint';
import { browserHttp } from './browser-http.ts';
import type { HttpRequest, HttpSettings } from './http.ts';
import { sendRequest, toAddress } from './http.ts';
import { receiveFile, type DownloadProgress } from './receive-file.ts';
import { saveFile } from './save-file.ts';

type Part<Name extends string, T> = string extends keyof T
  ? { readonly [N in Name]?: undefined }
  : Record<never, never> extends T
    ? { readonly [N in Name]?: T }
    : { readonly [N in Name]: T };

interface CallOptions {
  readonly signal?: AbortSignal;
  /** 'caller': the caller shows every failure itself, e.g. a list with Retry; otherwise the console does (API-05). */
  readonly explainedBy?: 'caller' | 'console';
}

/** Parts that the endpoint does not take may not be given; parts that it needs may not be left out. */
export type CallInput<E extends Endpoint> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>> &
  CallOptions;
type Arguments<E extends Endpoint, Extra = unknown> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E> & Extra] : [input: CallInput<E> & Extra];

interface LooseInput extends CallOptions {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
}

const fieldsOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

function requestOf(endpoint: Endpoint, input: LooseInput): HttpRequest {
  return {
    method: endpoint.method,
    path: toAddress(endpoint.path, fieldsOf(input.params), fieldsOf(input.query)),
    body: input.body,
    signal: input.signal,
    isPublic: endpoint.access === 'public',
    explainedBy: input.explainedBy,
    accept: endpoint.files === undefined ? undefined : `${endpoint.files.join(', ')}, application/json`,
  };
}

export function createApiClient(settings: HttpSettings) {
  return {
    /** The reply of an endpoint. Throws ApiError; an abort throws as fetch does. */
    async call<E extends Endpoint>(endpoint: E, ...[input]: Arguments<E>): Promise<ReplyOf<E>> {
      const response = await sendRequest(requestOf(endpoint, input ?? {}), settings);
      // The server answers by the very schema that types this; checking it again would ship a validator with every page.
      return (await response.json()) as ReplyOf<E>;
    },

    /** Sends one file to an endpoint that takes uploads. Throws as call() does. */
    async upload<E extends Endpoint>(
      endpoint: E,
      file: { readonly blob: Blob; readonly name: string },
      ...[input]: Arguments<E>
    ): Promise<ReplyOf<E>> {
      const form = new FormData();
      form.set('file', file.blob, file.name);
      const response = await sendRequest({ ...requestOf(endpoint, input ?? {}), form }, settings);
      return (await response.json()) as ReplyOf<E>;
    },

    /** Saves the file that an endpoint answers with; the signal cancels it at any point. */
    async download<E extends Endpoint>(
      endpoint: E,
      ...[input]: Arguments<E, { readonly onProgress?: (progress: DownloadProgress) => void }>
    ): Promise<void> {
      const response = await sendRequest(requestOf(endpoint, input ?? {}), settings);
      const { blob, name } = await receiveFile(response, input?.onProgress);
      input?.signal?.throwIfAborted();
      saveFile(blob, name ?? endpoint.name);
    },
  };
}

export const { call, download, upload } = createApiClient(browserHttp);
