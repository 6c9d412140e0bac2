// Every language has every label, in the same sections, and each can be read and takes the same values.
import { compileMessage } from '../labels/compile-message.ts';
import type { LabelFile } from '../labels/label-file.ts';
import { parametersOf } from '../labels/parameters.ts';
import { readingsOf } from '../labels/readings.ts';

interface Values {
  /** All that the text takes. */
  readonly taken: readonly string[];
  /** What it shows where no other choice fits. */
  readonly shown: readonly string[];
}

/** What the text takes, or why it cannot be read. */
function valuesOf(text: string): Values | string {
  try {
    const message = compileMessage(text);
    const last = readingsOf(message).at(-1) ?? '';
    const taken = [...parametersOf(message).keys()];
    return { taken, shown: taken.filter((name) => last.includes(`{${name}}`)) };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** A translation may do without a plural, but shows each value that English shows, and no other. */
function valueFaults(own: Values, english: Values): string[] {
  return [
    ...english.shown.filter((name) => !own.shown.includes(name)).map((name) => `does not show {${name}}`),
    ...own.taken
      .filter((name) => !english.taken.includes(name))
      .map((name) => `takes {${name}}, which English does not`),
  ];
}

/** Section and key, in order. */
const pathsOf = (file: LabelFile): string[] =>
  Object.entries(file).flatMap(([section, texts]) => Object.keys(texts).map((key) => `${section}: ${key}`));

function textFaults(file: LabelFile, reference: LabelFile): string[] {
  return Object.entries(file).flatMap(([section, texts]) =>
    Object.entries(texts).flatMap(([key, text]) => {
      if (text.trim() === '') return [`${key} is empty`];
      const own = valuesOf(text);
      if (typeof own === 'string') return [`${key} cannot be read: ${own}`];
      const english = valuesOf(reference[section]?.[key] ?? text);
      return typeof english === 'string' ? [] : valueFaults(own, english).map((fault) => `${key} ${fault}`);
    }),
  );
}

/** A key in two sections would be shown by the text that is loaded last. */
function repeatedKeys(file: LabelFile): string[] {
  const keys = Object.values(file).flatMap((texts) => Object.keys(texts));
  return keys.filter((key, at) => keys.indexOf(key) !== at).map((key) => `${key} is in two sections`);
}

/** By language; each is compared with the first, which is the default one. */
export function labelViolations(files: Readonly<Record<string, LabelFile>>): string[] {
  const [first] = Object.values(files);
  if (first === undefined) return ['there is no file of labels'];
  const wanted = pathsOf(first);
  return Object.entries(files).flatMap(([language, file]) => {
    const own = pathsOf(file);
    return [
      ...wanted.filter((path) => !own.includes(path)).map((path) => `${path} is missing`),
      ...own.filter((path) => !wanted.includes(path)).map((path) => `${path} is unknown`),
      ...repeatedKeys(file),
      ...textFaults(file, first),
    ].map((fault) => `${language}: ${fault}`);
  });
}

/** What is wrong with the file as text: tools write it as JSON.stringify does, and a key twice in a section is lost. */
export function labelFileViolations(text: string): string[] {
  return text === `${JSON.stringify(JSON.parse(text), null, 2)}\n`
    ? []
    : ['is not as JSON.stringify writes it: two spaces, a label a line, no key twice'];
}
