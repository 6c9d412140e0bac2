// Every statement that a file writes out, with the name of the function that sends it.
import { parseSync } from 'oxc-parser';
import { bind, declareIn, evaluate } from './evaluate.ts';
import { childrenOf, isFunction, isNode, nameAt, type Node, nodeAt, nodesAt } from './nodes.ts';
import { Scope, unknown, type Value } from './scope.ts';

export interface Statement {
  /** Of the function, or of the constant, that it is written in. */
  readonly name: string;
  readonly text: string;
}

/** The text of a file by its path, and the path of what a file imports; null for what is not the repository's. */
export interface Sources {
  read(path: string): string;
  resolve(from: string, specifier: string): string | null;
}

const verb = /^\s*(?:SELECT|WITH|INSERT INTO|UPDATE|DELETE\s+FROM|LOCK TABLE|TRUNCATE|MERGE)\b/;

export class StatementCollector {
  readonly #sources: Sources;
  readonly #files = new Map<string, { readonly program: Node; readonly scope: Scope }>();

  constructor(sources: Sources) {
    this.#sources = sources;
  }

  /** In the order of the file. */
  statementsOf(path: string): Statement[] {
    const { program, scope } = this.#load(path);
    return nodesAt(program, 'body').flatMap((node) => this.#within(node, scope, ''));
  }

  #load(path: string): { readonly program: Node; readonly scope: Scope } {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const text = this.#sources.read(path);
    const { program, errors } = parseSync(path, text, { sourceType: 'module' });
    const [fault] = errors;
    if (fault !== undefined) throw new Error(`${path}: ${fault.message}`);
    const scope = new Scope(text, null);
    const root: unknown = program;
    if (!isNode(root)) throw new TypeError(`${path} has no program`);
    const file = { program: root, scope };
    this.#files.set(path, file);
    for (const statement of nodesAt(root, 'body')) this.#declareImports(path, statement, scope);
    declareIn(root, scope);
    return file;
  }

  #declareImports(path: string, statement: Node, scope: Scope): void {
    if (statement.type !== 'ImportDeclaration') return;
    const specifier = nodeAt(statement, 'source')?.['value'];
    const target = this.#sources.resolve(path, String(specifier));
    for (const part of nodesAt(statement, 'specifiers')) {
      const [local, imported] = [nameAt(nodeAt(part, 'local')), nameAt(nodeAt(part, 'imported'))];
      if (target !== null && imported !== '')
        scope.define(local, () => this.#exported(target, imported, local));
    }
  }

  #exported(path: string, name: string, local: string): Value {
    const { scope } = this.#load(path);
    return scope.has(name) ? scope.valueOf(name) : unknown(local);
  }

  #within(node: Node, around: Scope, name: string): Statement[] {
    const isText = node.type === 'TemplateLiteral' || node.type === 'Literal';
    if (isText || node.type === 'TaggedTemplateExpression') {
      const value = evaluate(node, around);
      const isStatement = (value.kind === 'text' || value.kind === 'sql') && verb.test(value.text);
      if (isStatement) return [{ name, text: value.text }];
      if (node.type === 'Literal') return [];
    }
    const scope =
      isFunction(node) || node.type === 'BlockStatement' ? new Scope(around.file, around) : around;
    if (isFunction(node)) for (const parameter of nodesAt(node, 'params')) bind(parameter, undefined, scope);
    if (node.type === 'BlockStatement') declareIn(node, scope);
    const inner = nameWithin(node, name);
    return childrenOf(node).flatMap((child) => this.#within(child, scope, inner));
  }
}

/** That of the outermost function; of a class, that of its method. */
function nameWithin(node: Node, name: string): string {
  if (node.type === 'MethodDefinition') return `${name}.${nameAt(nodeAt(node, 'key'))}`;
  const isNamed = ['FunctionDeclaration', 'VariableDeclarator', 'ClassDeclaration'].includes(node.type);
  return name === '' && isNamed ? nameAt(nodeAt(node, 'id')) : name;
}
