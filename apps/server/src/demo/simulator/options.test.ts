import { expect, test } from 'vitest';
import { parseArguments, UsageError } from './options.ts';

test('nothing said means the demo on this machine', () => {
  expect(parseArguments([])).toEqual({
    url: 'http://127.0.0.1:8080',
    tenant: 'demo',
    guards: 10,
    secret: 'Patrol-demo-1',
    speed: 60,
    seed: 1,
    minutes: 10,
    isOnce: false,
    run: null,
    fromMs: null,
    console: { email: 'super@demo.example', password: 'Patrol-demo-1' },
  });
});

test('everything said is taken', () => {
  const line =
    '--tenant acme --guards 3 --speed 2.5 --seed 9 --minutes 0.5 --once --run same --secret s ' +
    '--from 2026-01-31T06:00:00Z --email a@acme.example --password p --url http://localhost:9000/console';
  expect(parseArguments(line.split(' '))).toEqual({
    url: 'http://localhost:9000',
    tenant: 'acme',
    guards: 3,
    secret: 's',
    speed: 2.5,
    seed: 9,
    minutes: 0.5,
    isOnce: true,
    run: 'same',
    fromMs: Date.UTC(2026, 0, 31, 6),
    console: { email: 'a@acme.example', password: 'p' },
  });
});

test('--help asks for the usage', () => {
  expect(parseArguments(['--help'])).toBeNull();
});

test.each([
  [['--guards', '0'], '--guards 0: must be a whole number from 1 to 10000.'],
  [['--guards', '2.5'], '--guards 2.5: must be a whole number'],
  [['--guards', ''], '--guards : must be a whole number'],
  [['--speed', 'fast'], '--speed fast: must be a number from 0.1 to 100000.'],
  [['--minutes', '-1'], '--minutes'],
  [['--minutes=-1'], '--minutes -1: must be a number'],
  [['--url', 'nonsense'], '--url nonsense: must be an address such as'],
  [['--url', 'file:///etc/passwd'], '--url file:///etc/passwd: must be an address'],
  [['--tenant', 'A B'], '--tenant A B: lower-case'],
  [['--from', 'yesterday'], '--from yesterday: must be a time such as'],
  [['--nonsense'], "Unknown option '--nonsense'. --help lists the options."],
  [['word'], "Unexpected argument 'word'"],
])('%j is refused with what to change', (args, sentence) => {
  const parse = () => parseArguments(args);
  expect(parse).toThrow(UsageError);
  expect(parse).toThrow(sentence);
});
