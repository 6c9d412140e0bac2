import { describe, expect, test } from 'vitest';
import { isTest, readRepository } from './source-files.ts';
import { textsReadAtLoad, writtenTexts } from './visible-text-rules.ts';

const files = readRepository().filter(
  ({ path }) =>
    /^apps\/(?:console|guard)\/src\/(?!labels\/)/.test(path) && /\.tsx?$/.test(path) && !isTest(path),
);

describe('what people read in the console and in the guards’ app', () => {
  test('[SHELL-06] [SHELL-07] comes from the catalogue', () => {
    expect(files.filter(({ path }) => path.endsWith('.tsx')).length).toBeGreaterThan(80);
    expect(files.flatMap(writtenTexts)).toEqual([]);
  });

  test('[SHELL-07] is asked for while drawing, so that it changes with the language', () => {
    expect(files.flatMap(textsReadAtLoad)).toEqual([]);
  });
});

test.each([
  ['a child', '<p>Hello there</p>'],
  ['a child in braces', "<p>{'Hello there'}</p>"],
  ['one of two', "<p>{isOn ? 'On now' : t('ui.no')}</p>"],
  ['a default', "<p>{name ?? 'Nobody'}</p>"],
  ['a template', '<p>{`${count} rows`}</p>'],
  ['a label', '<button aria-label="Close it" />'],
  ['a title', "<a title={isOn && 'Open'} />"],
  ['a placeholder', '<input placeholder="Name" />'],
  ['an alternative', '<img alt="A map" />'],
  ['a field', "toasts.error({ text: 'It failed' })"],
])('%s that is written out: refused', (_what, code) => {
  expect(writtenTexts({ path: 'planted.tsx', text: `const draw = () => (${code});` })).toHaveLength(1);
});

test.each([
  '<p>{t("ui.yes")} · 12 × 4</p>',
  '<a className="wide open" href="#/somewhere" title={t("ui.no")} />',
  "<b>{kind === 'late' && <Icon />}</b>",
])('%s is taken', (code) => {
  expect(writtenTexts({ path: 'planted.tsx', text: `const draw = () => (${code});` })).toEqual([]);
});

test('a text read as the module loads: refused, in a function: taken', () => {
  const at = (text: string) => textsReadAtLoad({ path: 'planted.ts', text });
  expect(at("const words = { yes: t('ui.yes') };")).toHaveLength(1);
  expect(at("const words = () => ({ yes: t('ui.yes') });")).toEqual([]);
});
