import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { readEmail } from './emails.ts';

test.each([
  ['ops@client.security', 'ops@client.security'],
  ['ops+night@client.example.com', 'ops+night@client.example.com'],
  ['ops@client.online', 'ops@client.online'],
  ['ops@gate.london', 'ops@gate.london'],
  ["o'neil@client.com", "o'neil@client.com"],
  ['o’neil@client.com', "o'neil@client.com"],
  ['ops@bücher.example.com', 'ops@bücher.example.com'],
  ['ops@xn--bcher-kva.example.com', 'ops@xn--bcher-kva.example.com'],
  ['संचालन@उदाहरण.भारत', 'संचालन@उदाहरण.भारत'],
  ['SUPER@DEMO.EXAMPLE', 'super@demo.example'],
  ['a_b-c.d!#$%&*/=?^`{|}~@client.com', 'a_b-c.d!#$%&*/=?^`{|}~@client.com'],
  [`${'a'.repeat(51)}@client.com`, `${'a'.repeat(51)}@client.com`],
  ['a@b.museum', 'a@b.museum'],
  ['1@2.co', '1@2.co'],
  [' ops@client.com\n', 'ops@client.com'],
  ['\u202Aops@client.com\u202C', 'ops@client.com'],
  ['ops@client.com\u200B', 'ops@client.com'],
  ['mailto:ops@client.com', 'ops@client.com'],
  ['"Night desk" <ops@client.com>', 'ops@client.com'],
  ['ops＠client.com', 'ops@client.com'],
  ['ops@client.com.', 'ops@client.com'],
])('[INPUT-02] mail goes to %j as %s', (text, address) => expect(readEmail(text)).toBe(address));

test.each([
  '',
  'ops',
  'ops@',
  '@client.com',
  'ops@localhost',
  '.ops@client.com',
  'ops.@client.com',
  'ops..x@client.com',
  'ops@-client.com',
  'ops@client-.com',
  'ops@client..com',
  'ops@.client.com',
  'ops@client.c',
  'ops@client.123',
  'ops@127.0.0.1',
  'ops@[127.0.0.1]',
  'ops@0x7f.1',
  'ops@cli_ent.com',
  'ops@client.com/x',
  'ops@client.com:25',
  'ops@%63lient.com',
  'ops night@client.com',
  'ops@client.com, x@client.com',
  'ops@client@client.com',
  'ops\u0000@client.com',
  `${'a'.repeat(65)}@client.com`,
  `a@${'b'.repeat(64)}.com`,
  `a@${'b.'.repeat(130)}com`,
])('[INPUT-02] no mail server takes %j', (text) => expect(readEmail(text)).toBeNull());

test('[INPUT-02] an address that was read is read again as itself', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.emailAddress(),
        fc.string(),
        fc.webUrl().map((url) => `a@${new URL(url).host}`),
      ),
      (text) => {
        const read = readEmail(text);
        expect(read === null ? null : readEmail(read)).toBe(read);
      },
    ),
  );
});

test('[INPUT-02] every address by the usual rules is taken', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (address) => {
      expect(readEmail(address)).toBe(address.toLowerCase());
    }),
  );
});
