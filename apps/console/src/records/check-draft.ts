// What is wrong with the fields of a form. A field that was not changed since it was stored is never wrong: it may have come in by an import
// that takes more than forms do, and the server takes it too (INPUT-01). Pure.
interface Issue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}
type Parsed<Fields> =
  | { readonly success: true; readonly data: Fields }
  | { readonly success: false; readonly error: { readonly issues: readonly Issue[] } };
type Parse<Fields> = (value: unknown) => Parsed<Fields>;

/** A schema of the contract; its messages are label keys. */
export interface DraftSchema<Fields> {
  readonly safeParse: Parse<Fields>;
  /** Its fields, of an object. */
  readonly shape?: Readonly<Record<string, { readonly safeParse: Parse<unknown> }>>;
}

/** By field, as label keys. */
export type Problems = Readonly<Record<string, string>>;

interface CheckedDraft<Fields> {
  /** What to send; null while something is wrong. */
  readonly fields: Fields | null;
  readonly problems: Problems;
}

/** `stored` is what the form began with as `input` is now; null for a record that is not stored yet. */
export function checkDraft<Fields>(
  { safeParse, shape }: DraftSchema<Fields>,
  input: unknown,
  stored: unknown,
): CheckedDraft<Fields> {
  const checked = safeParse(input);
  if (checked.success) return { fields: checked.data, problems: {} };
  const { issues } = checked.error;
  const unchanged = new Set(isFields(input) && isFields(stored) ? unchangedTexts(input, stored) : []);
  const wrong = issues.filter(({ path: [field] }) => !unchanged.has(String(field)));
  if (wrong.length > 0 || shape === undefined || !isFields(input))
    return { fields: null, problems: problemsOf(wrong.length > 0 ? wrong : issues) };
  const read = Object.entries(shape).map(([name, field]) => {
    const value = field.safeParse(input[name]);
    return [name, value.success ? value.data : input[name]];
  });
  // Each field is as its own schema has it, or as it is stored.
  return { fields: Object.fromEntries(read) as Fields, problems: {} };
}

type InputFields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is InputFields => typeof value === 'object' && value !== null;

const unchangedTexts = (input: InputFields, stored: InputFields): string[] =>
  Object.keys(input).filter(
    (name) => typeof input[name] === 'string' && input[name] !== '' && input[name] === stored[name],
  );

function problemsOf(issues: readonly Issue[]): Problems {
  const found: Record<string, string> = {};
  for (const { path, message } of issues) found[String(path[0] ?? '')] ??= message;
  return found;
}
