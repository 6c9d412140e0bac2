// What names and expressions mean at a place of the source, as far as the source says it.
import type { Node } from './nodes.ts';

export type Value =
  | { readonly kind: 'text'; readonly text: string }
  /** Of a tagged template sql`...`: it becomes part of a statement where others become its values. */
  | { readonly kind: 'sql'; readonly text: string }
  | { readonly kind: 'plain'; readonly value: number | boolean | null | undefined }
  | { readonly kind: 'list'; readonly items: readonly Value[] }
  | { readonly kind: 'record'; readonly fields: ReadonlyMap<string, Value> }
  | { readonly kind: 'function'; readonly node: Node; readonly scope: Scope }
  /** Known while the program runs alone: how the source writes it. */
  | { readonly kind: 'unknown'; readonly source: string };

export const text = (given: string): Value => ({ kind: 'text', text: given });
export const unknown = (source: string): Value => ({ kind: 'unknown', source: source.replace(/\s+/g, ' ') });

/** Within a statement; what is not known in braces. */
export function written(value: Value, source: string): string {
  switch (value.kind) {
    case 'text':
    case 'sql':
      return value.text;
    case 'plain':
      return String(value.value);
    case 'list':
      return value.items.map((item) => written(item, source)).join(',');
    case 'unknown':
      return `{${value.source}}`;
    case 'function':
    case 'record':
      return `{${source.replace(/\s+/g, ' ')}}`;
  }
}

export class Scope {
  readonly #around: Scope | null;
  readonly #names = new Map<string, () => Value>();
  /** The whole text of the file. */
  readonly file: string;

  constructor(file: string, around: Scope | null) {
    this.file = file;
    this.#around = around;
  }

  /** Worked out when it is asked for the first time; while it is being worked out it is not known. */
  define(name: string, find: () => Value): void {
    let known: Value | null = null;
    this.#names.set(name, () => {
      if (known !== null) return known;
      known = unknown(name);
      known = find();
      return known;
    });
  }

  valueOf(name: string): Value {
    return this.#names.get(name)?.() ?? this.#around?.valueOf(name) ?? unknown(name);
  }

  has(name: string): boolean {
    return this.#names.has(name);
  }

  sourceOf({ start, end }: Node): string {
    return this.file.slice(start, end);
  }
}
