// The titles of tests that run, read from the syntax tree: a skipped or empty test promises nothing.
import { type Argument, type Expression, parseSync, Visitor } from 'oxc-parser';
import type { SourceFile } from './source-files.ts';

const skipping = new Set(['skip', 'todo', 'fixme', 'skipIf', 'runIf', 'fails', 'fail']);

/** The chain of names of a callee, e.g. ['test', 'each'] for test.each([...])('title'). */
function chainOf(callee: Expression): string[] {
  if (callee.type === 'Identifier') return [callee.name];
  if (callee.type === 'CallExpression') return chainOf(callee.callee);
  if (callee.type === 'TaggedTemplateExpression') return chainOf(callee.tag);
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier')
    return [...chainOf(callee.object), callee.property.name];
  return [];
}

function textOf(argument: Argument | undefined): string | null {
  if (argument?.type === 'Literal' && typeof argument.value === 'string') return argument.value;
  if (argument?.type === 'TemplateLiteral')
    return argument.quasis.map((part) => part.value.cooked ?? '').join('\u2026');
  return null;
}

export function testTitles(file: SourceFile): string[] {
  const titles: string[] = [];
  const open: boolean[] = [];
  const isSkipping = (chain: readonly string[]) => chain.some((name) => skipping.has(name));
  const isDescribe = (chain: readonly string[]) => chain[0] === 'describe' || chain[1] === 'describe';
  const visitor = new Visitor({
    CallExpression: (node) => {
      const chain = chainOf(node.callee);
      if (isDescribe(chain)) open.push(isSkipping(chain));
      const isTestCall = chain[0] === 'test' || chain[0] === 'it';
      if (!isTestCall || isDescribe(chain) || isSkipping(chain) || open.includes(true)) return;
      const title = textOf(node.arguments[0]);
      if (title !== null && node.arguments.length > 1) titles.push(title);
    },
    'CallExpression:exit': (node) => {
      if (isDescribe(chainOf(node.callee))) open.pop();
    },
  });
  visitor.visit(parseSync(file.path, file.text, { sourceType: 'module' }).program);
  return titles;
}

/** The ids in square brackets of a title: '[GRID-04] ...', '[REP-05, REP-06] ...'. */
export function requirementIds(title: string): string[] {
  return [...title.matchAll(/\[([^\]]*)\]/g)].flatMap(([, inside = '']) =>
    /^[A-Z]+-\d+([ ,]+[A-Z]+-\d+)*$/.test(inside) ? inside.split(/[ ,]+/) : [],
  );
}

export function missingRequirements(wanted: readonly string[], files: readonly SourceFile[]): string[] {
  const met = new Set(files.flatMap((file) => testTitles(file).flatMap(requirementIds)));
  return wanted.filter((id) => !met.has(id));
}
