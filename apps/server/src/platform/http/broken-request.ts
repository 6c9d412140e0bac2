// What never became a request: bytes that are no HTTP, too long a head, a caller that stopped half-way.
import type { Socket } from 'node:net';
import { STATUS_CODES } from 'node:http';
import type { ErrorCode } from '@watchpost/contract/error-codes';
import { AppError, InvalidInput } from './app-error.ts';

const statusOf: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

const lingerMs = 1_000;

/** Answers in the shapes of API-04 and closes the connection, since where the next request begins is unknown. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = statusOf[error.code ?? ''] ?? 400;
  const body = JSON.stringify(
    status === 400 ? new InvalidInput({ request: notHttp }).fields : general(status),
  );
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\n` +
      `X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nContent-Security-Policy: ${refusalPolicy}\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  // Anyone who keeps its half open has had the time to read this.
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** Of a reply that the hook of all others does not see. */
const refusalPolicy = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

const notHttp = 'This is not a well-formed HTTP request.';

function general(status: number): object {
  const code: ErrorCode = status === 431 ? 'tooLarge' : 'slowDown';
  return { general: [{ code, message: new AppError(code).message }] };
}
