// Reads a text in ICU MessageFormat while building, so that no page has to: a page gets its parts.
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { Message } from '../packages/domain/src/messages.ts';

type Part = Exclude<Message, string>[number];
type Choices = Extract<MessageFormatElement, { readonly options: object }>['options'];

/**
 * The parts of a text in ICU MessageFormat: values, plurals and selects. Throws Error for one that cannot be read, and for
 * numbers, dates and times with a format of their own, which the code writes and hands over as texts.
 */
export function compileMessage(text: string): Message {
  return joined(partsOf(parse(text, { ignoreTag: true }), null));
}

const joined = (parts: readonly Part[]): Message =>
  parts.every((part) => typeof part === 'string') ? parts.join('') : parts;

/** `counted` is the value of the plural around them, which # stands for. */
function partsOf(elements: readonly MessageFormatElement[], counted: string | null): Part[] {
  return elements.map((element) => {
    switch (element.type) {
      case TYPE.literal:
        return element.value;
      case TYPE.argument:
        return [element.value];
      case TYPE.pound:
        return counted === null ? '#' : [counted];
      case TYPE.select:
        return [element.value, 'select', choicesOf(element.options, counted)];
      case TYPE.plural:
        if (element.offset !== 0 || element.pluralType !== 'cardinal')
          throw new Error(`{${element.value}}: use a plural without offset, or a select`);
        return [element.value, 'plural', choicesOf(element.options, element.value)];
      case TYPE.number:
      case TYPE.date:
      case TYPE.time:
      case TYPE.tag:
        throw new Error(`{${element.value}}: only values, plurals and selects are known here`);
    }
  });
}

const choicesOf = (options: Choices, counted: string | null): Record<string, Message> =>
  Object.fromEntries(
    Object.entries(options).map(([name, { value }]) => [name, joined(partsOf(value, counted))]),
  );
