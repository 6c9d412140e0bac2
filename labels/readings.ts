import type { Message } from '../packages/domain/src/messages.ts';

/** Every way in which the message can read, with its values as {name}: by each choice of its plurals and selects, `other` last. */
export function readingsOf(message: Message): string[] {
  if (typeof message === 'string') return [message];
  return message.reduce<string[]>(
    (readings, part) => readings.flatMap((before) => readingsOfPart(part).map((text) => before + text)),
    [''],
  );
}

function readingsOfPart(part: Exclude<Message, string>[number]): string[] {
  if (typeof part === 'string') return [part];
  const [name, , choices] = part;
  if (choices === undefined) return [`{${name}}`];
  const { other = '', ...first } = choices;
  return [...Object.values(first), other].flatMap(readingsOf);
}
