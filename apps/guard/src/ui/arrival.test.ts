import { expect, test } from 'vitest';
import { arriveAt, pageTitle } from './arrival.ts';

const body = {};

/** A screen's title in a page of which this has the focus. */
function titleIn(activeElement: unknown) {
  const heading = {
    ownerDocument: { activeElement, body },
    times: 0,
    focus: () => {
      heading.times += 1;
    },
  };
  return heading;
}

test('the title of each screen after the first has the focus, unless something on it has', () => {
  const first = titleIn(body);
  arriveAt(first, 'Not on duty');
  arriveAt(first, 'Not on duty');
  expect(first.times).toBe(0);

  // The button that was pressed is gone, and the screen is another by its title.
  arriveAt(first, 'Mill');
  expect(first.times).toBe(1);
  arriveAt(first, 'Mill');
  expect(first.times).toBe(1);

  const second = titleIn(body);
  arriveAt(second, 'Scan');
  expect(second.times).toBe(1);
  const third = titleIn(null);
  arriveAt(third, 'Scan');
  expect(third.times).toBe(1);

  const withField = titleIn({ name: 'a field' });
  arriveAt(withField, 'Type the code');
  expect(withField.times).toBe(0);
});

test.each([
  ['Scan', 'Watchpost Guard', 'Scan · Watchpost Guard'],
  ['Watchpost Guard', 'Watchpost Guard', 'Watchpost Guard'],
  ['Watchpost Guard', '', 'Watchpost Guard'],
])('a page of the screen %s in %s is called %s', (screen, product, title) => {
  expect(pageTitle(screen, product)).toBe(title);
});
