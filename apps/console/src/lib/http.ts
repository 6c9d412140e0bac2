// One request to the API: address, headers, and what each failure means to the console (API-01, API-04, API-05).
import { ApiError, type ApiMessage, toErrorParts } from './api-error.ts';

/** What a request needs to know of its surroundings; tests give their own. */
export interface HttpSettings {
  /** E.g. '/api/demo', without a slash at the end. */
  readonly baseUrl: () => string;
  readonly language: () => string;
  /** IANA name of the viewer's zone. */
  readonly timeZone: () => string;
  readonly isSignedIn: () => boolean;
  /** The cross-site request token to send back; undefined before sign-in. */
  readonly crossSiteToken: () => string | undefined;
  /** What a message of the server says in the language of the console. */
  readonly textOf: (message: ApiMessage) => string;
  readonly unreachableMessage: () => string;
  readonly unreadableMessage: (status: number) => string;
  /** 401 on a normal call. */
  readonly onSessionEnded: (error: ApiError) => void;
  /** 401 on a call with a bearer key of its own. */
  readonly onAuthorizeFailure: (error: ApiError) => void;
  /** Of every answer, good or bad, before anything else is made of it. */
  readonly onAnswer: (response: Response) => void;
  /** A status that nothing else takes care of. */
  readonly onGeneralError: (error: ApiError) => void;
}

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'HEAD' | 'OPTIONS';
export type QueryValue = string | number | boolean | null | undefined;

export interface HttpRequest {
  readonly method: HttpMethod;
  /** Below the base. */
  readonly path: string;
  readonly query?: Readonly<Record<string, QueryValue>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent as multipart/form-data, in place of a body. */
  readonly form?: FormData;
  readonly signal?: AbortSignal;
  readonly accept?: string;
  /** Sends this key as the bearer instead of the session. */
  readonly bearerKey?: string;
  /** A 401 answers the question asked (sign-in) instead of ending a session. */
  readonly isPublic?: boolean;
  /** 'caller': anyone who called explains every failure, so that it is not said twice. */
  readonly explainedBy?: 'caller' | 'console';
}

/** Path with its :name parts filled in and its query; undefined and null values are left out. */
export function toAddress(
  path: string,
  params: Readonly<Record<string, unknown>> = {},
  query: Readonly<Record<string, unknown>> = {},
): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null)
      search.set(
        name,
        typeof value === 'object' ? JSON.stringify(value) : `${value as string | number | boolean}`,
      );
  const text = search.toString();
  return text === '' ? filled : `${filled}?${text}`;
}

function headersOf(request: HttpRequest, settings: HttpSettings): Record<string, string> {
  const headers: Record<string, string> = {
    'Accept-Language': settings.language(),
    // A form's boundary is the browser's to name.
    ...(request.form === undefined ? { 'Content-Type': 'application/json' } : {}),
    Accept: request.accept ?? 'application/json',
  };
  const isKnown = request.bearerKey !== undefined || settings.isSignedIn();
  if (isKnown) headers.Timezone = settings.timeZone();
  if (request.bearerKey !== undefined) headers.Authorization = `Bearer ${request.bearerKey}`;
  const crossSiteToken = settings.crossSiteToken();
  if (crossSiteToken !== undefined) headers['X-XSRF-TOKEN'] = crossSiteToken;
  return headers;
}

async function reach(request: HttpRequest, settings: HttpSettings): Promise<Response> {
  try {
    return await fetch(settings.baseUrl() + toAddress(request.path, {}, request.query), {
      method: request.method,
      headers: headersOf(request, settings),
      credentials: request.bearerKey === undefined ? 'same-origin' : 'omit',
      cache: 'no-store',
      body: request.form ?? (request.body !== undefined ? JSON.stringify(request.body) : null),
      signal: request.signal ?? null,
    });
  } catch (cause) {
    if (request.signal?.aborted === true) throw cause;
    throw new ApiError(
      { status: 0, fields: {}, general: [], requestId: undefined },
      settings.unreachableMessage(),
    );
  }
}

async function readFailure(response: Response, settings: HttpSettings): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => undefined);
  return new ApiError(
    toErrorParts(response.status, body, settings.textOf),
    settings.unreadableMessage(response.status),
  );
}

/** 400 is a validation map, 403 and 500 are the caller's; every other status is the console's to explain. */
const callersOwn = new Set([400, 403, 500]);

function report(error: ApiError, request: HttpRequest, settings: HttpSettings): void {
  if (error.status === 401 && request.bearerKey !== undefined) settings.onAuthorizeFailure(error);
  else if (error.status === 401 && request.isPublic !== true) settings.onSessionEnded(error);
  else if (error.status !== 401 && !callersOwn.has(error.status) && request.explainedBy !== 'caller')
    settings.onGeneralError(error);
}

/** Answers a successful response or throws an ApiError; an abort throws as fetch does. */
export async function sendRequest(request: HttpRequest, settings: HttpSettings): Promise<Response> {
  let error: ApiError;
  try {
    const response = await reach(request, settings);
    settings.onAnswer(response);
    if (response.ok) return response;
    error = await readFailure(response, settings);
  } catch (cause) {
    if (!(cause instanceof ApiError)) throw cause;
    error = cause;
  }
  report(error, request, settings);
  throw error;
}
