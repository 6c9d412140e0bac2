// What every reply of the API must look like (API-04), whatever was sent.
import type { LightMyRequestResponse } from 'fastify';
import type { Endpoint } from '@watchpost/contract/endpoint';
import { errorCodes } from '@watchpost/contract/error-codes';
import * as z from 'zod/mini';

/** What of a reply is looked at, however it came. */
export type Answer = Pick<LightMyRequestResponse, 'statusCode' | 'headers' | 'body'>;

const text = z.string().check(z.minLength(1));
const fieldErrors = z.record(
  z.string(),
  z.array(z.strictObject({ code: z.literal('invalid'), message: text })).check(z.minLength(1)),
);
const codes = Object.keys(errorCodes).filter((code) => code in errorCodes);
const generalErrors = z.strictObject({
  general: z.tuple([z.strictObject({ code: z.enum(codes), message: text })]),
  requestId: z.uuid(),
});
const statusByCode = new Map<string, number>(
  Object.entries(errorCodes).map(([code, { status }]) => [code, status]),
);
const waits = new Set([429, 503]);

/** Why a reply breaks the rules of the API; null when it keeps them. No reply to bad input may be a 500. */
export function faultOf(endpoint: Endpoint, reply: Answer): string | null {
  const { statusCode: status, headers } = reply;
  if (headers['x-request-id'] === undefined) return 'no X-Request-Id';
  if (status === 200) return successFault(endpoint, reply);
  if (isPage(endpoint, reply))
    return headers['cache-control'] === 'no-store' ? null : 'a page that may be cached';
  if (status < 400 || status === 500) return `status ${status}: ${reply.body}`;
  if (headers['content-type'] !== 'application/json; charset=utf-8') return `type ${headers['content-type']}`;
  if (headers['cache-control'] !== 'no-store') return 'an error that may be cached';
  const body: unknown = JSON.parse(reply.body);
  if (status === 400) {
    const isMap = z.safeParse(fieldErrors, body).success && Object.keys(body ?? {}).length > 0;
    return isMap ? null : `400 without a map of fields: ${reply.body}`;
  }
  const parsed = z.safeParse(generalErrors, body);
  if (!parsed.success) return `${status} without a general list: ${reply.body}`;
  if (waits.has(status) && !/^\d+$/.test(String(headers['retry-after']))) return 'no Retry-After';
  const [{ code }] = parsed.data.general;
  return statusByCode.get(code) === status ? null : `${code} with status ${status}`;
}

/** What people without an account are shown for a mailed link that does not open. */
const isPage = ({ files }: Endpoint, { statusCode, headers }: Answer): boolean =>
  statusCode === 404 &&
  files?.includes('text/html') === true &&
  headers['content-type'] === 'text/html; charset=utf-8';

function successFault(endpoint: Endpoint, { headers, body }: Answer): string | null {
  const type = String(headers['content-type']);
  if (headers['cache-control'] !== 'no-store') return 'a reply that may be cached';
  if (endpoint.files !== undefined) {
    return endpoint.files.includes(type.split(';')[0] ?? '') ? null : `a file of type ${type}`;
  }
  const parsed = z.safeParse(endpoint.reply, JSON.parse(body));
  return parsed.success ? null : `reply against its schema: ${parsed.error.message}`;
}
