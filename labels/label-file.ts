// A file of labels: sections of texts by key. A page loads some of its sections.
import { readFileSync } from 'node:fs';
import type { Messages } from '../packages/domain/src/messages.ts';
import { compileMessage } from './compile-message.ts';

export type Section = Readonly<Record<string, string>>;
export type LabelFile = Readonly<Record<string, Section>>;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSection = (value: unknown): value is Section =>
  isRecord(value) && Object.values(value).every((text) => typeof text === 'string');

/** Throws Error where the file is no JSON or has anything but sections of texts. */
export function readLabels(file: string): LabelFile {
  const read: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isRecord(read)) throw new Error(`${file} has no sections`);
  return Object.fromEntries(
    Object.entries(read).map(([name, section]) => {
      if (!isSection(section)) throw new Error(`${file}: ${name} is no section of texts`);
      return [name, section];
    }),
  );
}

/** The texts of those sections by key. */
export const labelsOf = (file: LabelFile, has: (section: string) => boolean = () => true): Section =>
  Object.fromEntries(
    Object.entries(file).flatMap(([name, section]) => (has(name) ? Object.entries(section) : [])),
  );

/** As a page loads them. Throws Error with the key of a text that cannot be read. */
export function compileLabels(texts: Section): Messages {
  return Object.fromEntries(
    Object.entries(texts).map(([key, text]) => {
      try {
        return [key, compileMessage(text)];
      } catch (cause) {
        throw new Error(`${key}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
      }
    }),
  );
}
