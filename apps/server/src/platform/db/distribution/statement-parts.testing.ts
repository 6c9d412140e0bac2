// Reading of PostgreSQL's own parse tree, as far as tenants are concerned.
import type { Node, RangeVar } from 'libpg-query';

export const nameOf = (node: Node | undefined): string =>
  node !== undefined && 'String' in node ? (node.String.sval ?? '') : '';

export const namesOf = (nodes: readonly Node[] | undefined): string[] => (nodes ?? []).map(nameOf);

export const aliasOf = ({ alias, relname }: RangeVar): string => alias?.aliasname ?? relname ?? '';

/** An expression without the casts around it. */
export function bare(node: Node | undefined): Node | undefined {
  let inner = node;
  while (inner !== undefined && 'TypeCast' in inner) inner = inner.TypeCast.arg;
  return inner;
}

/** The elements of (a, b) or ROW(a, b); of anything else itself alone. */
export function elementsOf(node: Node | undefined): (Node | undefined)[] {
  return node !== undefined && 'RowExpr' in node ? (node.RowExpr.args ?? []) : [node];
}

/** Parts of a condition all of which hold. */
export function conjuncts(node: Node | undefined): Node[] {
  if (node === undefined) return [];
  if (!('BoolExpr' in node) || node.BoolExpr.boolop !== 'AND_EXPR') return [node];
  return (node.BoolExpr.args ?? []).flatMap(conjuncts);
}

/** The two sides of each equality that `node` states. */
export function equalities(node: Node): [Node | undefined, Node | undefined][] {
  if (!('A_Expr' in node) || node.A_Expr.kind !== 'AEXPR_OP') return [];
  if (namesOf(node.A_Expr.name).at(-1) !== '=') return [];
  const left = elementsOf(node.A_Expr.lexpr);
  const right = elementsOf(node.A_Expr.rexpr);
  return left.length === right.length ? left.map((side, index) => [side, right[index]]) : [];
}

/** Queries anywhere in an expression, but not those within them. */
export function subqueries(part: unknown): Node[] {
  if (Array.isArray(part)) return part.flatMap(subqueries);
  if (typeof part !== 'object' || part === null) return [];
  if ('SubLink' in part) {
    const { subselect, testexpr } = part.SubLink as { subselect?: Node; testexpr?: Node };
    return [...(subselect === undefined ? [] : [subselect]), ...subqueries(testexpr)];
  }
  return Object.values(part).flatMap(subqueries);
}

/** Of `unnest(rows)`: the variable whose rows it gives, such as those that a trigger was handed; else empty. */
export function unnestedVariable(functions: readonly Node[] | undefined): string {
  const [first] = functions ?? [];
  const call = first !== undefined && 'List' in first ? first.List.items?.[0] : undefined;
  if (call === undefined || !('FuncCall' in call)) return '';
  if (nameOf(call.FuncCall.funcname?.at(-1)) !== 'unnest') return '';
  const [argument] = call.FuncCall.args ?? [];
  return argument !== undefined && 'ColumnRef' in argument
    ? (namesOf(argument.ColumnRef.fields).at(-1) ?? '')
    : '';
}
