// What an edit makes of the texts of a record: unchanged ones stay as they are stored, also where the form refuses them today.
import { comparable } from '@watchpost/domain/readers/fold';
import type * as z from 'zod/mini';
import { InvalidInput } from '../http/app-error.ts';

type Schemas = Readonly<Record<string, z.ZodMiniType<string, unknown>>>;
type Texts<Fields extends Schemas> = { readonly [Name in keyof Fields]: string };

/** Those that are sent: one that is left out stays. */
type Sent<Fields extends Schemas> = { readonly [Name in keyof Fields]?: string | undefined };

type Schema = Schemas[string];

/** Whether a text is unchanged: one that `field` refuses is compared as names are. */
export function readsAlike(field: Schema, text: string, stored: string): boolean {
  const [read, before] = [field.safeParse(text), field.safeParse(stored)];
  if (!read.success) return comparable(text) === comparable(stored);
  return before.success && read.data === before.data;
}

/**
 * The texts to store, as `fields` read them; one that they refuse stays as it is stored where it is unchanged. Throws InvalidInput with
 * what is wrong with the others.
 */
export function storableTexts<Fields extends Schemas>(
  fields: Fields,
  sent: Sent<Fields>,
  stored: Texts<Fields>,
): Texts<Fields> {
  const faults: Record<string, string> = {};
  const storable: Record<string, string> = {};
  for (const [name, field] of Object.entries(fields)) {
    const { [name]: before = '' } = stored;
    const { [name]: text = before } = sent;
    const read = field.safeParse(text);
    if (read.success) storable[name] = read.data;
    else if (readsAlike(field, text, before)) storable[name] = before;
    else faults[name] = read.error.issues[0]?.message ?? '';
  }
  if (Object.keys(faults).length > 0) throw new InvalidInput(faults);
  return storable as { [Name in keyof Fields]: string };
}
