// Failures of the API in the two wire shapes of API-04, read without trusting them.

export interface ApiMessage {
  readonly code: string;
  readonly message: string;
}

interface ApiErrorParts {
  /** HTTP status; 0 when no answer arrived. */
  readonly status: number;
  /** Of a 400: field -> messages. */
  readonly fields: Readonly<Record<string, readonly ApiMessage[]>>;
  readonly general: readonly ApiMessage[];
  readonly requestId: string | undefined;
}

export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly fields: ApiErrorParts['fields'];
  readonly general: readonly ApiMessage[];
  /** Names the request in the server's log. */
  readonly requestId: string | undefined;

  /** Its message is the first that the server gave, the one to show (API-04). */
  constructor(parts: ApiErrorParts, fallbackMessage: string) {
    const first = parts.general[0] ?? Object.values(parts.fields)[0]?.[0];
    super(first?.message ?? fallbackMessage);
    this.status = parts.status;
    this.fields = parts.fields;
    this.general = parts.general;
    this.requestId = parts.requestId;
  }

  /** The code of the first message; empty when the server gave none. */
  get code(): string {
    return (this.general[0] ?? Object.values(this.fields)[0]?.[0])?.code ?? '';
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function messagesOf(value: unknown, textOf: (message: ApiMessage) => string): ApiMessage[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isRecord).flatMap(({ code, message }) => {
    const text = typeof message === 'string' ? message : '';
    const found = { code: typeof code === 'string' ? code : '', message: text };
    return text === '' ? [] : [{ ...found, message: textOf(found) }];
  });
}

/** Reads the body of a failed reply, its messages put into `wordsOf`; a body of another shape, e.g. a proxy's page, leaves the lists empty. */
export function toErrorParts(
  status: number,
  body: unknown,
  textOf: (message: ApiMessage) => string,
): ApiErrorParts {
  if (!isRecord(body)) return { status, fields: {}, general: [], requestId: undefined };
  const { general, requestId, ...rest } = body;
  const named = status === 400 ? Object.entries(rest) : [];
  const fields = named.map(([field, list]) => [field, messagesOf(list, textOf)] as const);
  return {
    status,
    fields: Object.fromEntries(fields.filter(([, list]) => list.length > 0)),
    general: messagesOf(general, textOf),
    requestId: typeof requestId === 'string' ? requestId : undefined,
  };
}
