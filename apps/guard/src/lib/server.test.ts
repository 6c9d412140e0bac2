import { expect, test } from 'vitest';
import { outcomeOf } from './server.ts';

const general = (code: string) => JSON.stringify({ general: [{ code, message: 'Words' }] });

test.each([
  ['a receipt', 200, null, '{"accepted":[]}', { kind: 'done', reply: { accepted: [] } }],
  [
    'the page of a network that wants a sign-in',
    200,
    null,
    '<html>Welcome</html>',
    { kind: 'later', waitMs: 0 },
  ],
  ['the page of a proxy', 502, null, '<html>Bad gateway</html>', { kind: 'later', waitMs: 0 }],
  [
    'a server that is busy',
    503,
    '7',
    general('unavailable'),
    { kind: 'later', waitMs: 7_000, code: 'unavailable' },
  ],
  [
    'a server without room',
    503,
    '30',
    general('storageFull'),
    { kind: 'later', waitMs: 30_000, code: 'storageFull' },
  ],
  [
    'a server that wants its rest',
    429,
    '86400',
    general('slowDown'),
    { kind: 'later', waitMs: 600_000, code: 'slowDown' },
  ],
  ['a fault of the server', 500, null, general('internal'), { kind: 'later', waitMs: 0, code: 'internal' }],
  ['an ended session', 401, null, general('sessionEnded'), { kind: 'signedOut' }],
  ['a 401 of something between', 401, null, 'Authorization required', { kind: 'later', waitMs: 0 }],
  ['a 404 of something between', 404, null, '<html>Not found</html>', { kind: 'later', waitMs: 0 }],
  ['a body that is too long', 413, null, general('tooLarge'), { kind: 'tooLarge' }],
  [
    'a refusal',
    404,
    null,
    general('notFound'),
    { kind: 'refused', code: 'notFound', message: 'Words', status: 404 },
  ],
  [
    'a field that is not valid',
    400,
    null,
    JSON.stringify({ 'incident.type': [{ code: 'invalid', message: 'Words' }] }),
    { kind: 'refused', code: 'invalid', message: 'incident.type: Words', status: 400 },
  ],
  ['a 400 of something between', 400, null, '<html>Bad request</html>', { kind: 'later', waitMs: 0 }],
])('[FIELD-02] %s is understood as what it is', (_what, status, retryAfter, text, outcome) => {
  expect(outcomeOf(status, retryAfter, text)).toEqual(outcome);
});
