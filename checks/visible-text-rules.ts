// What people read comes from the catalogue, and is asked for while drawing: a text that stands in a page, or is read
// as its module loads, would stay in one language (SHELL-06, SHELL-07).
import { type JSXChild, type Node, parseSync, type Program, Visitor } from 'oxc-parser';
import { labelsOf, readLabels } from '../labels/label-file.ts';
import { repositoryRoot, type SourceFile } from './source-files.ts';

const [ofConsole = {}, ofGuard = {}] = ['console', 'guard'].map((app) =>
  labelsOf(readLabels(`${repositoryRoot}/apps/${app}/src/labels/en.json`)),
);

/** Attributes and fields that somebody reads or hears. */
const readNames = new Set(
  'alt aria-description aria-label aria-roledescription aria-valuetext header help label message placeholder reason summary text title'.split(
    ' ',
  ),
);

/** Words that are the same in every language, each with its reason. */
const allowedTexts: Readonly<Record<string, string>> = {
  Esc: 'the print on the key',
  Enter: 'the print on the key',
  'Ctrl K': 'the print on the keys',
  'dd/mm/yy': 'the format that the specification gives the filter',
};

/** Two letters in a row make a word; a sign, a number or a letter is the same everywhere, a key is looked up when drawn. */
const isPlainText = (text: string): boolean =>
  /\p{L}{2}/u.test(text) &&
  !Object.hasOwn(allowedTexts, text) &&
  !Object.hasOwn(ofConsole, text) &&
  !Object.hasOwn(ofGuard, text);

/** The texts that an expression can come to, as far as they are written in it. */
function writtenParts(node: Node): string[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : [];
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.cooked ?? value.raw);
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate].flatMap(writtenParts);
  if (node.type === 'LogicalExpression') {
    return (node.operator === '&&' ? [node.right] : [node.left, node.right]).flatMap(writtenParts);
  }
  if (node.type === 'BinaryExpression') {
    return node.operator === '+' ? [node.left, node.right].flatMap(writtenParts) : [];
  }
  const isWrapped = node.type === 'JSXExpressionContainer' || node.type === 'ParenthesizedExpression';
  return isWrapped ? writtenParts(node.expression) : [];
}

function parse(file: SourceFile): Program {
  return parseSync(file.path, file.text, { sourceType: 'module' }).program;
}

const locationOf = (file: SourceFile, at: number): string =>
  `${file.path}:${file.text.slice(0, at).split('\n').length}`;

/** Every text that is written into a page instead of coming from the catalogue. */
export function writtenTexts(file: SourceFile): string[] {
  const found: string[] = [];
  const add = (texts: readonly string[], { start }: { start: number }) => {
    for (const text of texts.map((each) => each.trim()).filter(isPlainText))
      found.push(`${locationOf(file, start)} ${text}`);
  };
  const addChildren = ({ children }: { children: readonly JSXChild[] }) => {
    for (const child of children) {
      if (child.type === 'JSXText') add([child.value], child);
      else if (child.type === 'JSXExpressionContainer') add(writtenParts(child), child);
    }
  };
  new Visitor({
    JSXElement: addChildren,
    JSXFragment: addChildren,
    JSXAttribute: (node) => {
      const isRead = node.name.type === 'JSXIdentifier' && readNames.has(node.name.name);
      if (isRead && node.value !== null) add(writtenParts(node.value), node);
    },
    Property: (node) => {
      const name = node.key.type === 'Identifier' ? node.key.name : '';
      if (readNames.has(name)) add(writtenParts(node.value), node);
    },
  }).visit(parse(file));
  return found;
}

/** Calls of t() and translate() outside every function: they run once, as the module loads. */
export function textsReadAtLoad(file: SourceFile): string[] {
  const found: string[] = [];
  let depth = 0;
  const enter = () => {
    depth += 1;
  };
  const exit = () => {
    depth -= 1;
  };
  new Visitor({
    ArrowFunctionExpression: enter,
    'ArrowFunctionExpression:exit': exit,
    FunctionExpression: enter,
    'FunctionExpression:exit': exit,
    FunctionDeclaration: enter,
    'FunctionDeclaration:exit': exit,
    CallExpression: (node) => {
      const isRead = node.callee.type === 'Identifier' && /^(?:t|translate)$/.test(node.callee.name);
      if (depth === 0 && isRead) found.push(`${locationOf(file, node.start)} reads a text at load`);
    },
  }).visit(parse(file));
  return found;
}
