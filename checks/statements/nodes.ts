// A syntax tree read without a visitor for each kind of node.

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [field: string]: unknown;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** A field that is a node; null where it is none. */
export function nodeAt(node: Node, field: string): Node | null {
  const value = node[field];
  return isNode(value) ? value : null;
}

/** A field that is a list of nodes, without gaps. */
export function nodesAt(node: Node, field: string): Node[] {
  const value = node[field];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

export const nameAt = (node: Node | null, field = 'name'): string => {
  const value = node?.[field];
  return typeof value === 'string' ? value : '';
};

/** All nodes directly within. */
export function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) => {
    if (Array.isArray(value)) return value.filter(isNode);
    return isNode(value) ? [value] : [];
  });
}

export const isFunction = ({ type }: Node): boolean =>
  type === 'FunctionDeclaration' || type === 'FunctionExpression' || type === 'ArrowFunctionExpression';

/** A node without type annotations and parentheses around it. */
export function bare(node: Node): Node {
  const isWrapped = [
    'TSAsExpression',
    'TSSatisfiesExpression',
    'TSNonNullExpression',
    'ParenthesizedExpression',
    'ChainExpression',
  ].includes(node.type);
  const inner = isWrapped ? nodeAt(node, 'expression') : null;
  return inner === null ? node : bare(inner);
}
