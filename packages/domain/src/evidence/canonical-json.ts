// One text for one value (RFC 8785): members sorted by the code units of their names, nothing between them.

export type Canonical =
  | string
  | number
  | boolean
  | null
  | readonly Canonical[]
  | { readonly [name: string]: Canonical | undefined };

/**
 * Members that are undefined are left out. Numbers and texts are written as ECMAScript writes them, which is what the
 * RFC asks for. Throws RangeError for numbers that JSON does not have.
 */
export function canonicalJson(value: Canonical): string {
  if (typeof value === 'string') return quotedAsItIs.test(value) ? `"${value}"` : JSON.stringify(value);
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new RangeError('JSON has no such number');
    return String(value);
  }
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  let members = '';
  // Without a comparison of its own, sort() goes by code units.
  for (const name of Object.keys(value).toSorted()) {
    const member = value[name];
    if (member === undefined) continue;
    members += `${members === '' ? '' : ','}${JSON.stringify(name)}:${canonicalJson(member)}`;
  }
  return `{${members}}`;
}

/** Most texts need no escape, and to see that is quicker than to have them written. */
const quotedAsItIs = /^[ !#-[\]-~]*$/;

function isList(value: object): value is readonly Canonical[] {
  return Array.isArray(value);
}
