import fs from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';
import { expect, it } from 'vitest';
import { leanSource, readByServer } from '../apps/console/lean-contract.ts';

const sources = path.join(import.meta.dirname, '../apps/console/src');
const contract = path.join(import.meta.dirname, '../packages/contract/src');

it('an endpoint keeps its address and loses what the server reads', () => {
  const text = leanSource(
    'nouns.ts',
    `export const listNouns = defineEndpoint({
      name: 'listNouns', path: '/nouns', summary: 'All nouns.',
      query: z.object({ text: z.string() }), reply: z.array(z.string()), files: ['text/csv'],
    });`,
  );
  expect(withoutSpace(text)).toBe(
    withoutSpace(`export const listNouns = /* @__PURE__ */ (() => (defineEndpoint({
      name: 'listNouns', path: '/nouns', ...{}, ...{}, ...{}, files: ['text/csv'],
    })))();`),
  );
});

it('a field of a record keeps what pages show and loses what the server reads', () => {
  const text = leanSource(
    'nouns.ts',
    `export const nounFields = describeFields({
      name: { label: 'nouns.name', read: z.string(), write: name, column: 'name', isAudited: true, file: { heading: 'Name' } },
      file: { label: 'nouns.file', read: z.string(), list: { width: 90 } },
    });`,
  );
  expect(withoutSpace(text)).toBe(
    withoutSpace(`export const nounFields = /* @__PURE__ */ (() => (describeFields({
      name: { label: 'nouns.name', ...{}, write: name, ...{}, ...{}, ...{} },
      file: { label: 'nouns.file', ...{}, list: { width: 90 } },
    })))();`),
  );
});

it('what is no part of an endpoint stays', () => {
  const text = leanSource('values.ts', 'const limit = 3;\nexport const rule = shape({ body: limit });');
  expect(withoutSpace(text)).toBe(
    withoutSpace('const limit = 3; export const rule = /* @__PURE__ */ (() => (shape({ body: limit })))();'),
  );
});

it('the console reads of no endpoint what its build leaves out', () => {
  const files = fs
    .readdirSync(sources, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
  const found = files.flatMap((file) => partsReadIn(path.join(sources, file)));
  expect(files.length).toBeGreaterThan(100);
  expect(found).toEqual([]);
});

it('knows a part that is read', () => {
  const code = `import { signIn } from '@watchpost/contract/session'; signIn.body.parse({});`;
  expect(partsReadOf('sign-in.ts', code)).toEqual(['sign-in.ts: signIn.body']);
});

it('every file of the contract can be read without them', () => {
  const files = fs.readdirSync(contract).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  for (const file of files) {
    const text = leanSource(file, fs.readFileSync(path.join(contract, file), 'utf8'));
    expect(parseSync(file, text)).toMatchObject({ errors: [] });
  }
});

const withoutSpace = (text: string) => text.replaceAll(/\s/g, '');

const partsReadIn = (file: string) => partsReadOf(file, fs.readFileSync(file, 'utf8'));

function partsReadOf(file: string, code: string): string[] {
  const imported = new Set<string>();
  const read: string[] = [];
  new Visitor({
    ImportDeclaration({ source, specifiers }) {
      if (source.value.startsWith('@watchpost/contract/'))
        for (const { local } of specifiers) imported.add(local.name);
    },
    MemberExpression({ object, property }) {
      if (object.type !== 'Identifier' || property.type !== 'Identifier') return;
      if (imported.has(object.name) && readByServer.has(property.name))
        read.push(`${file}: ${object.name}.${property.name}`);
    },
  }).visit(parseSync(file, code).program);
  return read;
}
