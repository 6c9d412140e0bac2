// Works out texts of the source that are put together from constants and small functions, whichever file these are in.
import { bare, nameAt, type Node, nodeAt, nodesAt } from './nodes.ts';
import { Scope, text, unknown, type Value, written } from './scope.ts';

const deepest = 40;
let depth = 0;

/** Never throws: what it cannot work out is unknown. */
export function evaluate(given: Node, scope: Scope): Value {
  const node = bare(given);
  if (depth > deepest) return unknown(scope.sourceOf(node));
  depth += 1;
  try {
    return ways[node.type]?.(node, scope) ?? unknown(scope.sourceOf(node));
  } finally {
    depth -= 1;
  }
}

type Way = (node: Node, scope: Scope) => Value | undefined;

const ways: Readonly<Record<string, Way>> = {
  Literal: ({ value }) => {
    if (typeof value === 'string') return text(value);
    if (typeof value === 'number' || typeof value === 'boolean' || value === null)
      return { kind: 'plain', value };
    return undefined;
  },
  TemplateLiteral: (node, scope) => text(template(node, scope, false)),
  TaggedTemplateExpression: (node, scope) => {
    const quasi = nodeAt(node, 'quasi');
    const isSql = nameAt(nodeAt(node, 'tag')) === 'sql';
    return quasi !== null && isSql ? { kind: 'sql', text: template(quasi, scope, true) } : undefined;
  },
  Identifier: (node, scope) =>
    nameAt(node) === 'undefined' ? { kind: 'plain', value: undefined } : scope.valueOf(nameAt(node)),
  ArrowFunctionExpression: (node, scope) => ({ kind: 'function', node, scope }),
  FunctionExpression: (node, scope) => ({ kind: 'function', node, scope }),
  ArrayExpression: (node, scope) => listOf(nodesAt(node, 'elements'), scope),
  ObjectExpression: recordOf,
  MemberExpression: memberOf,
  ConditionalExpression: chosen,
  LogicalExpression: (node, scope) => {
    const left = nodeAt(node, 'left');
    const value = left === null ? undefined : evaluate(left, scope);
    return node['operator'] === '??' && value?.kind === 'text' ? value : undefined;
  },
  BinaryExpression: calculated,
  UnaryExpression: (node, scope) => {
    const argument = nodeAt(node, 'argument');
    const value = argument === null ? undefined : evaluate(argument, scope);
    if (node['operator'] !== '-' || value?.kind !== 'plain' || typeof value.value !== 'number')
      return undefined;
    return { kind: 'plain', value: -value.value };
  },
  CallExpression: called,
};

/** In a tagged one only fragments become part of the text; all else is sent as a value. */
function template(node: Node, scope: Scope, isTagged: boolean): string {
  const expressions = nodesAt(node, 'expressions');
  const parts = nodesAt(node, 'quasis').map(({ value }) =>
    typeof value === 'object' && value !== null && 'cooked' in value ? String(value.cooked) : '',
  );
  return parts
    .map((part, at) => {
      const expression = expressions[at];
      if (expression === undefined) return part;
      const value = evaluate(expression, scope);
      const source = scope.sourceOf(expression);
      return part + written(isTagged && value.kind !== 'sql' ? unknown(source) : value, source);
    })
    .join('');
}

function listOf(elements: readonly Node[], scope: Scope): Value | undefined {
  const items: Value[] = [];
  for (const element of elements) {
    const spread = element.type === 'SpreadElement' ? nodeAt(element, 'argument') : null;
    const value = evaluate(spread ?? element, scope);
    if (spread === null) items.push(value);
    else if (value.kind === 'list') items.push(...value.items);
    else return undefined;
  }
  return { kind: 'list', items };
}

function recordOf(node: Node, scope: Scope): Value | undefined {
  const fields = new Map<string, Value>();
  for (const property of nodesAt(node, 'properties')) {
    const value = nodeAt(property, 'value');
    const key = nodeAt(property, 'key');
    if (value === null || key === null || property['computed'] === true) return undefined;
    fields.set(nameAt(key) || String(key['value']), evaluate(value, scope));
  }
  return { kind: 'record', fields };
}

function memberOf(node: Node, scope: Scope): Value | undefined {
  const [object, property] = [nodeAt(node, 'object'), nodeAt(node, 'property')];
  if (object === null || property === null) return undefined;
  if (scope.sourceOf(node) === 'Number.MAX_SAFE_INTEGER')
    return { kind: 'plain', value: Number.MAX_SAFE_INTEGER };
  const within = evaluate(object, scope);
  const key = node['computed'] === true ? evaluate(property, scope) : text(nameAt(property));
  if (within.kind === 'record' && key.kind === 'text') return within.fields.get(key.text);
  if (within.kind === 'list' && key.kind === 'plain') return within.items[Number(key.value)];
  if (within.kind === 'list' && key.kind === 'text' && key.text === 'length')
    return { kind: 'plain', value: within.items.length };
  return undefined;
}

/** Both of a choice that is made while the program runs. */
function chosen(node: Node, scope: Scope): Value | undefined {
  const [test, one, other] = ['test', 'consequent', 'alternate'].map((field) => nodeAt(node, field));
  if (!test || !one || !other) return undefined;
  const value = evaluate(test, scope);
  if (value.kind === 'plain') return evaluate(value.value ? one : other, scope);
  const [left, right] = [one, other].map((side) => written(evaluate(side, scope), scope.sourceOf(side)));
  return text(`{${scope.sourceOf(test)} ? ${left ?? ''} : ${right ?? ''}}`);
}

const operations: Readonly<Record<string, (one: number, other: number) => number | boolean>> = {
  '+': (one, other) => one + other,
  '-': (one, other) => one - other,
  '*': (one, other) => one * other,
  '/': (one, other) => one / other,
  '===': (one, other) => one === other,
  '!==': (one, other) => one !== other,
};

function calculated(node: Node, scope: Scope): Value | undefined {
  const [left, right] = [nodeAt(node, 'left'), nodeAt(node, 'right')];
  if (left === null || right === null) return undefined;
  const [one, other] = [evaluate(left, scope), evaluate(right, scope)];
  const operator = String(node['operator']);
  if (one.kind === 'text' && other.kind === 'text') {
    if (operator === '+') return text(one.text + other.text);
    if (operator === '===') return { kind: 'plain', value: one.text === other.text };
    if (operator === '!==') return { kind: 'plain', value: one.text !== other.text };
  }
  if (one.kind !== 'plain' || other.kind !== 'plain') return undefined;
  if (typeof one.value !== 'number' || typeof other.value !== 'number') return undefined;
  const operation = operations[operator];
  return operation && { kind: 'plain', value: operation(one.value, other.value) };
}

function called(node: Node, scope: Scope): Value | undefined {
  const callee = nodeAt(node, 'callee');
  if (callee === null) return undefined;
  const given = nodesAt(node, 'arguments');
  if (callee.type === 'MemberExpression') return methodOf(callee, given, scope);
  const run = evaluate(callee, scope);
  if (run.kind !== 'function') return undefined;
  return apply(
    run,
    given.map((one) => evaluate(one, scope)),
  );
}

function methodOf(callee: Node, given: readonly Node[], scope: Scope): Value | undefined {
  const [object, name] = [nodeAt(callee, 'object'), nameAt(nodeAt(callee, 'property'))];
  if (object === null) return undefined;
  const [first, second] = given.map((one) => evaluate(one, scope));
  const source = given[0] === undefined ? '' : scope.sourceOf(given[0]);
  const owner = nameAt(object);
  // StatementValues.add: the value's placeholder with its type.
  if (name === 'add' && second?.kind === 'text') return text(`{${source}}::${second.text}`);
  if (owner === 'sql' && name === 'raw' && first?.kind === 'text') return { kind: 'sql', text: first.text };
  if (owner === 'sql' && name !== 'join') return { kind: 'sql', text: `{${source}}` };
  if (owner === 'Object' && first?.kind === 'record') return entriesOf(name, first.fields);
  const within = evaluate(object, scope);
  if (within.kind === 'function') return undefined;
  if (within.kind === 'record') {
    const run = within.fields.get(name);
    return run?.kind === 'function'
      ? apply(
          run,
          [first, second].flatMap((one) => one ?? []),
        )
      : undefined;
  }
  return within.kind === 'list' ? listMethod(name, within.items, first) : undefined;
}

function entriesOf(name: string, fields: ReadonlyMap<string, Value>): Value | undefined {
  const entries = [...fields];
  if (name === 'keys') return { kind: 'list', items: entries.map(([key]) => text(key)) };
  if (name === 'values') return { kind: 'list', items: entries.map(([, value]) => value) };
  if (name !== 'entries') return undefined;
  return {
    kind: 'list',
    items: entries.map(([key, value]) => ({ kind: 'list', items: [text(key), value] })),
  };
}

function listMethod(name: string, items: readonly Value[], first: Value | undefined): Value | undefined {
  if (name === 'join') {
    const between = first?.kind === 'text' ? first.text : ',';
    return text(items.map((item) => written(item, '')).join(between));
  }
  if (first?.kind !== 'function') return undefined;
  const results = items.map((item, at) => apply(first, [item, { kind: 'plain', value: at }]));
  if (name === 'map') return { kind: 'list', items: results };
  if (name !== 'flatMap') return undefined;
  return { kind: 'list', items: results.flatMap((one) => (one.kind === 'list' ? one.items : [one])) };
}

function apply({ node, scope }: Extract<Value, { kind: 'function' }>, values: readonly Value[]): Value {
  const within = new Scope(scope.file, scope);
  nodesAt(node, 'params').forEach((parameter, at) => bind(parameter, values[at], within));
  const body = nodeAt(node, 'body');
  if (body === null) return unknown(scope.sourceOf(node));
  if (body.type !== 'BlockStatement') return evaluate(body, within);
  declareIn(body, within);
  const statements = nodesAt(body, 'body').filter(({ type }) => type !== 'VariableDeclaration');
  const [last] = statements;
  const result = last?.type === 'ReturnStatement' ? nodeAt(last, 'argument') : null;
  return result === null
    ? unknown(`${nameAt(nodeAt(node, 'id')) || 'a function'}()`)
    : evaluate(result, within);
}

/** Gives the names of a pattern their parts of a value. */
export function bind(pattern: Node, value: Value | undefined, scope: Scope): void {
  if (pattern.type === 'Identifier') {
    const name = nameAt(pattern);
    scope.define(name, () => value ?? unknown(name));
  } else if (pattern.type === 'AssignmentPattern') {
    const [left, right] = [nodeAt(pattern, 'left'), nodeAt(pattern, 'right')];
    if (left === null || right === null) return;
    const isGiven = value !== undefined && !(value.kind === 'plain' && value.value === undefined);
    bind(left, isGiven ? value : evaluate(right, scope), scope);
  } else if (pattern.type === 'ObjectPattern') {
    for (const property of nodesAt(pattern, 'properties')) {
      const [key, inner] = [nameAt(nodeAt(property, 'key')), nodeAt(property, 'value')];
      const field = value?.kind === 'record' ? value.fields.get(key) : undefined;
      if (inner !== null) bind(inner, field, scope);
    }
  } else if (pattern.type === 'ArrayPattern') {
    nodesAt(pattern, 'elements').forEach((element, at) =>
      bind(element, value?.kind === 'list' ? value.items[at] : undefined, scope),
    );
  }
}

/** Constants and functions that statements of a block or file declare. */
export function declareIn(block: Node, scope: Scope): void {
  for (const statement of nodesAt(block, 'body')) {
    const declaration =
      statement.type === 'ExportNamedDeclaration' ? nodeAt(statement, 'declaration') : statement;
    if (declaration?.type === 'FunctionDeclaration') {
      const node = declaration;
      scope.define(nameAt(nodeAt(node, 'id')), () => ({ kind: 'function', node, scope }));
    }
    if (declaration?.type !== 'VariableDeclaration') continue;
    for (const one of nodesAt(declaration, 'declarations')) {
      const [id, init] = [nodeAt(one, 'id'), nodeAt(one, 'init')];
      if (id === null || init === null) continue;
      if (id.type === 'Identifier') scope.define(nameAt(id), () => evaluate(init, scope));
      else bind(id, evaluate(init, scope), scope);
    }
  }
}
