// Finds the relations of a statement and what it says of their tenants.
import type {
  DeleteStmt,
  InsertStmt,
  JoinExpr,
  Node,
  RangeVar,
  SelectStmt,
  UpdateStmt,
  WithClause,
} from 'libpg-query';
import {
  bare,
  conjuncts,
  elementsOf,
  equalities,
  nameOf,
  namesOf,
  subqueries,
  unnestedVariable,
} from './statement-parts.testing.ts';
import {
  addRelation,
  columnOf,
  type Output,
  renamed,
  type Scope,
  type Surroundings,
  tenantColumn,
  valueNamed,
} from './statement-scope.testing.ts';
import { type Block, isWithin, Spot, type TenantFlow, type Value } from './tenant-flow.testing.ts';

const topmost: Block = { around: null };

type Binds = (spot: Spot) => boolean;

export class StatementReader {
  readonly #flow: TenantFlow;
  readonly #known: Surroundings;
  readonly #outputsOf = new WeakMap<Node, readonly Output[]>();

  constructor(flow: TenantFlow, known: Surroundings) {
    this.#flow = flow;
    this.#known = known;
  }

  /** What the statement hands out, by place. */
  read(node: Node, around: Scope | null): readonly Output[] {
    const known = this.#outputsOf.get(node);
    if (known !== undefined) return known;
    const outputs = this.#readAnew(node, around);
    this.#outputsOf.set(node, outputs);
    return outputs;
  }

  #readAnew(node: Node, around: Scope | null): readonly Output[] {
    if ('SelectStmt' in node) return this.#select(node.SelectStmt, around);
    if ('InsertStmt' in node) return this.#insert(node.InsertStmt, around);
    if ('UpdateStmt' in node) return this.#change(node.UpdateStmt, around);
    if ('DeleteStmt' in node) return this.#change(node.DeleteStmt, around);
    if ('MergeStmt' in node) this.#flow.spot('a MERGE', topmost);
    return [];
  }

  #open(around: Scope | null, clause: WithClause | undefined): Scope {
    const block = { around: around?.block ?? null };
    const scope: Scope = { block, items: [], around, queries: new Map(around?.queries) };
    for (const node of clause?.ctes ?? []) {
      if (!('CommonTableExpr' in node)) continue;
      const { ctename = '', ctequery, aliascolnames } = node.CommonTableExpr;
      if (ctequery === undefined) continue;
      if (clause?.recursive === true) this.#foretell(scope, ctename, ctequery, namesOf(aliascolnames));
      const outputs = this.#handedOn(this.read(ctequery, scope), scope.block);
      scope.queries.set(ctename, renamed(outputs, namesOf(aliascolnames)));
    }
    return scope;
  }

  /** A query that names itself: within it, what its first arm hands out. */
  #foretell(scope: Scope, name: string, query: Node, columns: readonly string[]): void {
    if (!('SelectStmt' in query) || query.SelectStmt.larg === undefined) return;
    if (query.SelectStmt.op === 'SETOP_NONE') return;
    const outputs = this.#handedOn(this.#select(query.SelectStmt.larg, scope), scope.block);
    scope.queries.set(name, renamed(outputs, columns));
  }

  /** Known when the inner ones are; never the other way about, since such a query runs by itself. */
  #handedOn(outputs: readonly Output[], block: Block): Output[] {
    return outputs.map(({ name, value }) => {
      if (!(value instanceof Spot)) return { name, value };
      const out = this.#flow.spot(null, block);
      this.#flow.follows(out, [value]);
      return { name, value: out };
    });
  }

  #select(query: SelectStmt, around: Scope | null): readonly Output[] {
    const scope = this.#open(around, query.withClause);
    if (query.larg !== undefined && query.rarg !== undefined) {
      const arms = [this.#select(query.larg, scope), this.#select(query.rarg, scope)];
      return this.#union(arms, scope.block);
    }
    if (query.valuesLists !== undefined) return this.#values(query.valuesLists, scope);
    this.#from(query.fromClause, scope);
    this.#conditions(query.whereClause, scope);
    const { targetList, havingClause, groupClause, sortClause, limitCount, limitOffset, windowClause } =
      query;
    const rest = [targetList, havingClause, groupClause, sortClause, limitCount, limitOffset, windowClause];
    this.#inner(rest, scope);
    return this.#outputs(targetList, scope);
  }

  #union(arms: readonly (readonly Output[])[], block: Block): Output[] {
    return (arms[0] ?? []).map(({ name }, index) => {
      const out = this.#flow.spot(null, block);
      this.#flow.follows(
        out,
        arms.map((arm) => arm[index]?.value),
      );
      return { name, value: out };
    });
  }

  #values(lists: readonly Node[], scope: Scope): Output[] {
    const rows = lists.map((list) => ('List' in list ? (list.List.items ?? []) : []));
    this.#inner(rows, scope);
    return (rows[0] ?? []).map((_cell, index) => {
      const value = this.#flow.spot(null, scope.block);
      this.#flow.follows(
        value,
        rows.map((row) => this.#value(row[index], scope)),
      );
      return { name: `column${index + 1}`, value };
    });
  }

  #insert(statement: InsertStmt, around: Scope | null): readonly Output[] {
    const scope = this.#open(around, statement.withClause);
    const { relation, cols, selectStmt, onConflictClause } = statement;
    if (relation === undefined) return [];
    const rows = selectStmt === undefined ? [] : this.read(selectStmt, scope);
    const target = this.#table(relation, scope);
    if (target !== undefined) {
      const names = cols?.map((col) => ('ResTarget' in col ? (col.ResTarget.name ?? '') : ''));
      const source =
        names === undefined
          ? rows.find(({ name }) => name === tenantColumn)
          : rows[names.indexOf(tenantColumn)];
      this.#flow.follows(target, [source?.value]);
      scope.items.push({ alias: 'excluded', outputs: [{ name: tenantColumn, value: target }] });
    }
    this.#inner([onConflictClause], scope);
    return this.#outputs(statement.returningClause?.exprs, scope);
  }

  #change(statement: UpdateStmt & DeleteStmt, around: Scope | null): readonly Output[] {
    const scope = this.#open(around, statement.withClause);
    if (statement.relation !== undefined) this.#table(statement.relation, scope);
    this.#from(statement.fromClause ?? statement.usingClause, scope);
    this.#conditions(statement.whereClause, scope);
    this.#inner([statement.targetList], scope);
    return this.#outputs(statement.returningClause?.exprs, scope);
  }

  #table(relation: RangeVar, scope: Scope): Spot | undefined {
    return addRelation(relation, scope, this.#flow, this.#known);
  }

  #from(nodes: readonly Node[] | undefined, scope: Scope): void {
    for (const node of nodes ?? []) this.#source(node, scope);
  }

  #source(node: Node, scope: Scope): void {
    if ('RangeVar' in node) this.#table(node.RangeVar, scope);
    else if ('JoinExpr' in node) this.#join(node.JoinExpr, scope);
    else if ('RangeSubselect' in node) {
      const { subquery, alias } = node.RangeSubselect;
      const outputs = subquery === undefined ? [] : this.read(subquery, scope);
      scope.items.push({
        alias: alias?.aliasname ?? '',
        outputs: renamed(outputs, namesOf(alias?.colnames)),
      });
    } else if ('RangeFunction' in node) {
      const { alias, functions } = node.RangeFunction;
      this.#inner(functions, scope);
      const named = namesOf(alias?.colnames).map((name) => ({ name, value: undefined }));
      const outputs =
        named.length === 0 && this.#known.given.has(unnestedVariable(functions))
          ? [{ name: tenantColumn, value: 'given' as const }]
          : named;
      scope.items.push({ alias: alias?.aliasname ?? '', outputs });
    }
  }

  #join({ larg, rarg, jointype, quals, usingClause, isNatural }: JoinExpr, scope: Scope): void {
    const places = [this.#flow.size];
    const begins = [scope.items.length];
    for (const side of [larg, rarg]) {
      if (side !== undefined) this.#source(side, scope);
      places.push(this.#flow.size);
      begins.push(scope.items.length);
    }
    const [first = 0, second = 0, end = 0] = places;
    const within = (from: number, to: number) => (spot: Spot) => {
      const place = this.#flow.placeOf(spot);
      return place >= from && place < to;
    };
    const ways: Record<string, Binds> = {
      JOIN_INNER: () => true,
      JOIN_LEFT: within(second, end),
      JOIN_RIGHT: within(first, second),
    };
    const binds = ways[jointype ?? ''] ?? (() => false);
    this.#conditions(quals, scope, binds);
    if (isNatural === true) this.#flow.spot('a NATURAL JOIN', scope.block);
    const [left = 0, middle = 0, last = 0] = begins;
    for (const name of namesOf(usingClause)) {
      const one = valueNamed(scope.items.slice(left, middle), name);
      this.#flow.equal(one, valueNamed(scope.items.slice(middle, last), name), binds);
    }
  }

  #conditions(node: Node | undefined, scope: Scope, binds: Binds = () => true): void {
    const bound: Binds = (spot) => isWithin(spot.block, scope.block) && binds(spot);
    for (const part of conjuncts(node)) {
      if (
        'SubLink' in part &&
        part.SubLink.subLinkType === 'ANY_SUBLINK' &&
        part.SubLink.subselect !== undefined
      ) {
        const outputs = this.read(part.SubLink.subselect, scope);
        const sides = elementsOf(part.SubLink.testexpr);
        sides.forEach((side, index) =>
          this.#flow.equal(this.#value(side, scope), outputs[index]?.value, bound),
        );
        continue;
      }
      for (const [left, right] of equalities(part)) {
        this.#flow.equal(this.#value(left, scope), this.#value(right, scope), bound);
      }
      this.#inner([part], scope);
    }
  }

  #inner(parts: unknown, scope: Scope): void {
    for (const query of subqueries(parts)) this.read(query, scope);
  }

  #outputs(targets: readonly Node[] | undefined, scope: Scope): Output[] {
    return (targets ?? []).flatMap((target) => {
      if (!('ResTarget' in target)) return [];
      const { name, val } = target.ResTarget;
      const fields = val !== undefined && 'ColumnRef' in val ? (val.ColumnRef.fields ?? []) : [];
      const last = fields.at(-1);
      if (last === undefined || !('A_Star' in last)) {
        return [{ name: name ?? nameOf(last), value: this.#value(val, scope) }];
      }
      const alias = fields.length > 1 ? nameOf(fields[0]) : null;
      return scope.items.flatMap((item) => (alias === null || item.alias === alias ? item.outputs : []));
    });
  }

  #value(given: Node | undefined, scope: Scope): Value {
    const node = bare(given);
    if (node === undefined) return undefined;
    if ('ParamRef' in node || 'A_Const' in node) return 'given';
    if ('FuncCall' in node)
      return nameOf(node.FuncCall.funcname?.at(-1)) === 'current_setting' ? 'given' : undefined;
    if ('A_Expr' in node && node.A_Expr.kind === 'AEXPR_NULLIF') return this.#value(node.A_Expr.lexpr, scope);
    if (
      'SubLink' in node &&
      node.SubLink.subLinkType === 'EXPR_SUBLINK' &&
      node.SubLink.subselect !== undefined
    ) {
      return this.read(node.SubLink.subselect, scope)[0]?.value;
    }
    return 'ColumnRef' in node ? columnOf(namesOf(node.ColumnRef.fields), scope, this.#known) : undefined;
  }
}
