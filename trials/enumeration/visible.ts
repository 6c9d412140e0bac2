import type { Answer } from '../../apps/server/src/testing/reply-shapes.ts';

const differing = new Set(['date', 'x-request-id']);

/** Everything that a caller sees of an answer but what differs from request to request by design, and the name sent. */
export function visibleOf({ statusCode, headers, body }: Answer, name: string): string {
  const seen = Object.entries(headers).filter(([header]) => !differing.has(header));
  const text = body.replace(/"requestId":"[^"]*"/, '"requestId":""').replaceAll(name, '{name}');
  return JSON.stringify([statusCode, seen, text]);
}
