import { describe, expect, it } from 'vitest';
import { parseSearch, stringifySearch } from './search-params.ts';

describe('query of a route', () => {
  it.each(['1e5', '007', '0x10', 'true', 'null', '{"a":1}', '"quoted"', 'a b&c=d', '', 'गश्त'])(
    'keeps %j as text there and back',
    (id) => expect(parseSearch(stringifySearch({ id }))).toEqual({ id }),
  );

  it('reads with and without its question mark', () => {
    expect(parseSearch('?id=1')).toEqual(parseSearch('id=1'));
  });

  it('leaves out what is not set', () => {
    expect(stringifySearch({ next: undefined, site: null })).toBe('');
  });
});
