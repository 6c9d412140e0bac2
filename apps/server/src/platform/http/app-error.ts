import { errorCodes, type ErrorCode, type FieldErrors, type Message } from '@watchpost/contract/error-codes';

/** An expected failure: thrown anywhere, turned into a reply by http/ alone. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** Whole seconds after which another try makes sense. */
  readonly retryAfterSeconds: number | null;

  constructor(code: ErrorCode, details: { message?: string; retryAfterSeconds?: number } = {}) {
    super(details.message ?? errorCodes[code].message);
    this.code = code;
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }

  get status(): number {
    return errorCodes[this.code].status;
  }
}

/** Bad input, as the validation map keyed by field of API-04. */
export class InvalidInput extends Error {
  readonly fields: FieldErrors;

  constructor(fields: Readonly<Record<string, string>>) {
    super(`Invalid input: ${Object.keys(fields).join(', ')}`);
    this.fields = Object.fromEntries(
      Object.entries(fields).map(([field, message]): [string, Message[]] => [
        field,
        [{ code: 'invalid', message }],
      ]),
    );
  }
}
