// The contract as the console's build takes it: without what only the server reads, and without what no one imports.
import { type ESTree, parseSync, type Plugin, Visitor } from 'vite';

interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Of an endpoint. The server checks what goes in and answers by the same schemas. */
export const readByServer = new Set(['params', 'query', 'body', 'reply', 'summary']);
/** Of a field of a managed record. */
const fieldsOnServer = new Set([
  'read',
  'column',
  'isPersonal',
  'isKept',
  'isForNew',
  'isOptional',
  'isAudited',
  'file',
  'imported',
]);

/** What the bundler sees to have no effect by itself. */
const isPlain = new Set(['Literal', 'ArrowFunctionExpression', 'FunctionExpression']);

/** Nothing in the contract has an effect beyond its own value. */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/packages\/contract\/src\/[^?]*\.ts$/ },
      handler: (code, id) => ({ code: leanSource(id, code), map: null }),
    },
  };
}

/** A file of the contract, by its name and text, without those parts and with every constant free to be left out. */
export function leanSource(file: string, code: string): string {
  return withEdits(code, editsOf(file, code));
}

function editsOf(file: string, code: string): Edit[] {
  const { program } = parseSync(file, code);
  const edits = program.body.flatMap((statement) => constantsOf(statement).flatMap(asPure));
  new Visitor({
    CallExpression({ callee, arguments: [definition] }) {
      if (callee.type !== 'Identifier') return;
      if (callee.name === 'defineEndpoint') edits.push(...without(readByServer, definition));
      if (callee.name === 'describeFields')
        edits.push(...valuesOf(definition).flatMap((field) => without(fieldsOnServer, field)));
    },
    FunctionDeclaration({ id, body }) {
      const last = body?.body.at(-1);
      if (id?.name === 'defineEndpoint' && last?.type === 'ReturnStatement' && last.argument)
        edits.push({ start: last.argument.start, end: last.argument.end, text: 'definition' });
    },
  }).visit(program);
  return edits;
}

function constantsOf(statement: ESTree.Statement | ESTree.ModuleDeclaration): ESTree.Expression[] {
  const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  if (declared?.type !== 'VariableDeclaration') return [];
  return declared.declarations.flatMap(({ init }) => (init && !isPlain.has(init.type) ? init : []));
}

/** A function called in place, which the bundler leaves out with the constant that no one uses. */
function asPure({ start, end }: ESTree.Expression): Edit[] {
  return [
    { start, end: start, text: '/* @__PURE__ */ (() => (' },
    { start: end, end, text: '))()' },
  ];
}

const propertiesOf = (definition: ESTree.Node | undefined) =>
  definition?.type === 'ObjectExpression'
    ? definition.properties.flatMap((part) => (part.type === 'Property' ? part : []))
    : [];
const valuesOf = (definition: ESTree.Node | undefined): ESTree.Node[] =>
  propertiesOf(definition).map(({ value }) => value);

/** Edits that leave out parts of an object by their names. */
function without(names: ReadonlySet<string>, definition: ESTree.Node | undefined): Edit[] {
  return propertiesOf(definition)
    .filter(({ key }) => key.type === 'Identifier' && names.has(key.name))
    .map(({ start, end }) => ({ start, end, text: '...{}' }));
}

function withEdits(code: string, edits: readonly Edit[]): string {
  return [...edits]
    .sort((one, other) => other.start - one.start)
    .reduce(
      (text, { start, end, text: replaced }) => text.slice(0, start) + replaced + text.slice(end),
      code,
    );
}
