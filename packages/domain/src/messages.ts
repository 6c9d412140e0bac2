// Texts as the build has read them from ICU MessageFormat, and how their values are filled in.

type Choices = Readonly<Record<string, Message>>;
type Part = string | readonly [name: string, kind?: 'plural' | 'select', choices?: Choices];

/** A text without values is itself; any other is its parts in order. */
export type Message = string | readonly Part[];

/** By key. */
export type Messages = Readonly<Record<string, Message>>;

export type MessageValues = Readonly<Record<string, string | number | undefined>>;

/**
 * The text with its values filled in. Numbers are written as `locale` (a BCP 47 tag) does, plurals chosen by its rules.
 * A value that is missing shows its name in braces.
 */
export function writeMessage(message: Message, values: MessageValues, locale: string): string {
  if (typeof message === 'string') return message;
  return message.map((part) => (typeof part === 'string' ? part : writePart(part, values, locale))).join('');
}

function writePart([name, kind, choices]: Exclude<Part, string>, values: MessageValues, locale: string) {
  const value = values[name];
  if (choices !== undefined) {
    const chosen = kind === 'plural' ? pluralChoice(choices, value, locale) : choice(choices, String(value));
    return writeMessage(chosen ?? choices['other'] ?? '', values, locale);
  }
  return typeof value === 'number' ? value.toLocaleString(locale) : (value ?? `{${name}}`);
}

/** `=1` goes before `one`, as ICU has it. */
const pluralChoice = (choices: Choices, value: string | number | undefined, locale: string) =>
  choice(choices, `=${value}`) ?? choice(choices, new Intl.PluralRules(locale).select(Number(value)));

/** Own names alone: a value may be 'constructor'. */
const choice = (choices: Choices, name: string): Message | undefined =>
  Object.entries(choices).find(([own]) => own === name)?.[1];

/** What follows a text's key: its values where it takes any. `Parameters` has, by key, the values of the texts that do. */
export type ValuesOf<Parameters, Key> = Key extends keyof Parameters
  ? readonly [values: Readonly<Parameters[Key]>]
  : readonly [];
