// Reads the row types of tables.ts with the compiler, and compares them with columns of the catalog.
import ts from 'typescript';
import type { Column, Table } from './catalog/catalog.queries.ts';

type Kind = 'string' | 'number' | 'boolean' | 'Date' | 'Buffer' | 'list' | 'other';

const kindsOf = (type: string): readonly Kind[] | null => {
  if (type.endsWith('[]')) return ['list'];
  if (type === 'jsonb') return null;
  if (/^(text|uuid|character)/.test(type)) return ['string'];
  if (/^(smallint|integer|bigint|real|double|numeric)/.test(type)) return ['number'];
  if (type.startsWith('timestamp')) return ['Date'];
  if (type === 'date') return ['Date', 'string'];
  if (type === 'bytea') return ['Buffer'];
  return type === 'boolean' ? ['boolean'] : null;
};

interface Typed {
  readonly kinds: ReadonlySet<Kind>;
  readonly isNullable: boolean;
  /** Said to be anything, null too. */
  readonly isUnknown: boolean;
  readonly mayBeLeftOut: boolean;
  readonly isNeverInserted: boolean;
}

/** The types of `Tables` in a file, by table and column. */
class RowTypes {
  readonly #checker: ts.TypeChecker;
  readonly #tables: ts.Type;

  constructor(program: ts.Program, file: string) {
    this.#checker = program.getTypeChecker();
    const source = program.getSourceFile(file);
    const symbol = source && this.#checker.getSymbolAtLocation(source);
    const named = symbol && this.#checker.getExportsOfModule(symbol).find(({ name }) => name === 'Tables');
    if (named === undefined) throw new TypeError(`${file} exports no Tables`);
    this.#tables = this.#checker.getDeclaredTypeOfSymbol(named);
  }

  tables(): ReadonlyMap<string, ReadonlyMap<string, Typed>> {
    return new Map(
      this.#properties(this.#tables).map(([name, row]) => [
        name,
        new Map(this.#properties(row).map(([column, type]) => [column, this.#typed(type)])),
      ]),
    );
  }

  #properties(type: ts.Type): (readonly [string, ts.Type])[] {
    return this.#checker
      .getPropertiesOfType(type)
      .map((symbol) => [symbol.name, this.#checker.getTypeOfSymbol(symbol)] as const);
  }

  #typed(type: ts.Type): Typed {
    const parts = type.isUnion() ? type.types : [type];
    const direction = (name: string): ts.Type => {
      const symbol = parts.flatMap((part) => part.getProperty(name) ?? [])[0];
      return symbol === undefined ? type : this.#checker.getTypeOfSymbol(symbol);
    };
    const [select, insert] = [direction('__select__'), direction('__insert__')];
    return {
      kinds: new Set(
        (select.isUnion() ? select.types : [select])
          .filter(({ flags }) => !(flags & ts.TypeFlags.Null))
          .map((part) => this.#kindOf(part)),
      ),
      isNullable: this.#has(type, ts.TypeFlags.Null) || this.#has(select, ts.TypeFlags.Null),
      isUnknown: this.#has(select, ts.TypeFlags.Unknown),
      mayBeLeftOut: this.#has(insert, ts.TypeFlags.Undefined),
      isNeverInserted: !!(insert.flags & (ts.TypeFlags.Never | ts.TypeFlags.Undefined)),
    };
  }

  #has(type: ts.Type, flag: ts.TypeFlags): boolean {
    return (type.isUnion() ? type.types : [type]).some(({ flags }) => !!(flags & flag));
  }

  #kindOf(type: ts.Type): Kind {
    if (type.flags & ts.TypeFlags.StringLike) return 'string';
    if (type.flags & ts.TypeFlags.NumberLike) return 'number';
    if (type.flags & ts.TypeFlags.BooleanLike) return 'boolean';
    if (this.#checker.isArrayType(type)) return 'list';
    const name = type.symbol?.name;
    return name === 'Date' || name === 'Buffer' ? name : 'other';
  }
}

function faultsOf(where: string, column: Column, typed: Typed): string[] {
  const kinds = kindsOf(column.type);
  const isWritten = !column.isGenerated && column.identity !== 'always';
  const hasDefault = column.expression !== null || column.identity !== '';
  const faults: [boolean, string][] = [
    [
      kinds !== null && ![...typed.kinds].every((kind) => kinds.includes(kind)),
      `is ${column.type}, not ${[...typed.kinds].join(' | ')}`,
    ],
    [typed.isNullable && !column.isNullable, 'is never null'],
    [!typed.isNullable && !typed.isUnknown && column.isNullable && !column.isGenerated, 'may be null'],
    [
      typed.mayBeLeftOut && !typed.isNeverInserted && !hasDefault && !column.isNullable,
      'has no default, so that no insert may leave it out',
    ],
    [!isWritten && !typed.isNeverInserted, 'is written by the database'],
  ];
  return faults.filter(([isWrong]) => isWrong).map(([, fault]) => `${where} ${fault}`);
}

export type TableTypes = ReadonlyMap<string, ReadonlyMap<string, Typed>>;

/** What the types of rows say that the tables do not, a sentence each. */
export function differences(types: TableTypes, tables: readonly Table[]): string[] {
  const known = new Set(tables.map(({ name }) => name));
  return [
    ...[...types.keys()].filter((name) => !known.has(name)).map((name) => `${name} is no table`),
    ...tables.flatMap((table) => {
      const row = types.get(table.name);
      if (row === undefined) return [`${table.name} has no type`];
      const columns = new Map(table.columns.map((column) => [column.name, column]));
      const extra = [...row.keys()].filter((name) => !columns.has(name));
      return [
        ...extra.map((name) => `${table.name}.${name} is no column`),
        ...[...columns.keys()]
          .filter((name) => !row.has(name))
          .map((name) => `${table.name}.${name} has no type`),
        ...[...row].flatMap(([name, typed]) => {
          const column = columns.get(name);
          return column === undefined ? [] : faultsOf(`${table.name}.${name}`, column, typed);
        }),
      ];
    }),
  ];
}

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  strict: true,
  skipLibCheck: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  types: ['node'],
};

/** Of what a file exports as `Tables`; `text` in place of what it says. */
export function readRowTypes(file: string, text?: string): TableTypes {
  const host = ts.createCompilerHost(options);
  const { readFile } = host;
  if (text !== undefined) {
    host.readFile = (name) => (name === file ? text : readFile(name));
    const { fileExists } = host;
    host.fileExists = (name) => name === file || fileExists(name);
  }
  return new RowTypes(ts.createProgram([file], options, host), file).tables();
}
