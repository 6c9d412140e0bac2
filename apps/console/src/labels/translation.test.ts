import { expect, test } from 'vitest';
import { translationOf } from './translation.ts';

const english = { a: 'A', b: '{count} of {total}', c_one: '{count} row', c_other: '{count} rows' } as const;
const own = translationOf<typeof english>();
const rest = { b: '{total} में से {count}', c_one: '{count} पंक्ति', c_other: '{count} पंक्तियाँ' } as const;

test('a missing or unknown key and differing placeholders do not compile; further plurals do', () => {
  const complete = own({ a: 'अ', ...rest, c_few: '{count} कुछ' });
  // @ts-expect-error a is missing
  own(rest);
  // @ts-expect-error English has no d
  own({ a: 'अ', ...rest, d: 'द' });
  // @ts-expect-error {total} is missing
  own({ a: 'अ', ...rest, b: '{count}' });
  // @ts-expect-error English fills in nothing here
  own({ a: '{name}', ...rest });
  // @ts-expect-error a further plural fills in what the others do
  own({ a: 'अ', ...rest, c_few: 'कुछ' });
  // @ts-expect-error b has no plurals
  own({ a: 'अ', ...rest, b_few: '{count} {total}' });
  expect(complete.a).toBe('अ');
});
