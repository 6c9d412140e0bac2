// The form of a record: what is written, what is wrong with it, and what becomes of saving it (MNG-01, MNG-10).
import { messageDisplayMs } from '@watchpost/domain/limits';
import { useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useEffect, useEffectEvent, useState } from 'react';
import { ApiError } from '../lib/api-error.ts';
import { t, translate } from '../lib/labels.ts';
import { useUnsavedChanges } from '../lib/unsaved-changes.ts';
import { toasts } from '../ui/feedback/toasts.ts';
import { checkDraft, type DraftSchema, type Problems } from './check-draft.ts';
import { useKeeping, useKept, type Written } from './kept-draft.ts';
import { isSameFields, mergeFields } from './merge-fields.ts';

export interface Stored<Draft> {
  readonly draft: Draft;
  /** Null for a record that is not stored yet. */
  readonly version: number | null;
}

export interface RecordFormOptions<Draft extends object, Fields> {
  /** First part of the query keys that ask again after saving. */
  readonly area: string;
  /** What the form begins with. */
  readonly stored: Stored<Draft>;
  /** Of the contract; its messages are label keys. */
  readonly schema: DraftSchema<Fields>;
  /** From what the fields on screen hold to what the schema takes. */
  readonly inputOf: (draft: Draft) => unknown;
  readonly save: (fields: Fields, version: number | null) => Promise<{ readonly id: string }>;
  /** The record as it is stored now; needed where it can be edited by two. */
  readonly reload?: () => Promise<Stored<Draft>>;
  /** What a record that was added is called when that is said; its `name` unless given. */
  readonly nameOf?: (draft: Draft) => string;
  /** Where a record that was added is seen, unless saving leads there. */
  readonly viewHref?: ((id: string) => string) | undefined;
  /** Called once the form holds nothing unsaved any more. */
  readonly onSaved: (id: string) => void;
}

type TextKey<Draft> = { [Key in keyof Draft]: Draft[Key] extends string ? Key : never }[keyof Draft] & string;

function withText<Draft>(change: Partial<Draft>, name: TextKey<Draft>, text: string): Partial<Draft> {
  return Object.assign(change, { [name]: text });
}

/** What somebody else saved while this was edited. */
interface Meanwhile<Draft> {
  readonly theirs: Draft;
  readonly conflicts: readonly (keyof Draft & string)[];
}

interface Editing<Draft> {
  readonly base: Stored<Draft>;
  readonly draft: Draft;
  readonly meanwhile: Meanwhile<Draft> | null;
}

const begunWith = <Draft>(base: Stored<Draft>): Editing<Draft> => ({
  base,
  draft: base.draft,
  meanwhile: null,
});

/** Puts together what was written here and what somebody else saved. */
function met<Draft extends object>({ base, draft }: Editing<Draft>, theirs: Stored<Draft>): Editing<Draft> {
  const { fields, conflicts } = mergeFields(base.draft, draft, theirs.draft);
  return { base: theirs, draft: fields, meanwhile: { theirs: theirs.draft, conflicts } };
}

const isNewer = ({ version }: Stored<unknown>, base: Stored<unknown>): boolean =>
  version !== null && base.version !== null && version > base.version;

/** What is written, beside what it began with and what others made of that. */
function useEditing<Draft extends object>(stored: Stored<Draft>) {
  const begun = useKept({ base: stored, draft: stored.draft });
  const [editing, setEditing] = useState<Editing<Draft>>({
    base: begun.base,
    draft: begun.draft,
    meanwhile: null,
  });
  const { base, draft } = editing;
  const isDirty = !isSameFields(draft, base.draft);
  // What others saved is taken over while nothing is written here.
  if (!isDirty && isNewer(stored, base)) setEditing(begunWith(stored));
  return {
    ...editing,
    isDirty,
    change: (next: Partial<Draft>) =>
      setEditing((current) => ({ ...current, draft: { ...current.draft, ...next } })),
    begin: (next: Stored<Draft>) => setEditing(begunWith(next)),
    meet: (theirs: Stored<Draft>) => setEditing((current) => met(current, theirs)),
  };
}

/** What others made of the record: null where they deleted it, undefined where it was refused for another reason. */
async function madeOfIt<Draft extends object>(
  { code }: ApiError,
  reload: RecordFormOptions<Draft, unknown>['reload'],
): Promise<Stored<Draft> | null | undefined> {
  if (code !== 'editedMeanwhile' && code !== 'notFound') return undefined;
  try {
    const stored = await reload?.();
    return code === 'editedMeanwhile' ? stored : undefined;
  } catch (error) {
    if (error instanceof ApiError) return error.status === 404 ? null : undefined;
    throw error;
  }
}

const tellUnsaved = (text: string) => toasts.error({ summary: t('error.summary'), text });

async function takeRefusal<Draft extends object>(
  failure: ApiError,
  { reload }: Pick<RecordFormOptions<Draft, unknown>, 'reload'>,
  editing: ReturnType<typeof useEditing<Draft>>,
  problems: ReturnType<typeof useProblems>,
): Promise<void> {
  const theirs = editing.base.version === null ? undefined : await madeOfIt(failure, reload);
  if (theirs === null) tellUnsaved(t('records.goneMeanwhile'));
  else if (theirs !== undefined) editing.meet(theirs);
  else {
    problems.takeRefused(failure);
    tellUnsaved(translate(failure.message));
  }
}

function useUnsaved(written: Written<object, object>, isUnsaved: boolean): void {
  useUnsavedChanges(isUnsaved);
  useKeeping(written, isUnsaved);
}

export function useRecordForm<Draft extends object, Fields>(options: RecordFormOptions<Draft, Fields>) {
  const { schema, inputOf } = options;
  const editing = useEditing(options.stored);
  const { base, draft, meanwhile, isDirty } = editing;
  const checked = checkDraft(schema, inputOf(draft), base.version === null ? null : inputOf(base.draft));
  const problems = useProblems(checked.problems);
  const saving = useSaving(options);
  useUnsaved(editing, isDirty && saving.savedId === null);
  useWhenSaved(saving.savedId, options.onSaved);

  const change = (next: Partial<Draft>) => {
    editing.change(next);
    problems.forgetRefused(Object.keys(next));
  };
  const submit = async () => {
    if (checked.fields === null) {
      problems.showAll();
      tellUnsaved(t('records.invalid'));
      return;
    }
    const failure = await saving.save(checked.fields, { ...base, draft });
    if (failure !== null) await takeRefusal(failure, options, editing, problems);
  };
  return {
    draft,
    isDirty,
    isSaving: saving.isSaving,
    isNew: base.version === null,
    meanwhile,
    change,
    touch: problems.touch,
    timesTold: problems.timesTold,
    problemOf: (name: keyof Draft & string) => problems.of(name),
    submit: (): void => {
      void submit();
    },
    discard: () => editing.begin(base),
    takeTheirs: () => meanwhile !== null && editing.begin({ ...base, draft: meanwhile.theirs }),
    /** What a text field of the form takes. */
    text: (name: TextKey<Draft>) => ({
      value: String(draft[name]),
      error: problems.of(name),
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        change(withText({}, name, target.value)),
      onBlur: () => problems.touch(name),
    }),
  };
}

export type RecordForm<Draft extends object> = ReturnType<typeof useRecordForm<Draft, unknown>>;

/** What is wrong, told of fields that were left or sent. `found` is what the schema says of all of them. */
function useProblems(found: Problems) {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [refused, setRefused] = useState<Problems>({});
  const [timesTold, setTimesTold] = useState(0);
  // What the server refused flags its field until that is changed, or for some seconds (API-04).
  useEffect(() => {
    if (Object.keys(refused).length === 0) return undefined;
    const timer = window.setTimeout(() => setRefused({}), messageDisplayMs);
    return () => window.clearTimeout(timer);
  }, [refused]);
  return {
    touch: (name: string) => setTouched((current) => new Set(current).add(name)),
    /** How often saving came to nothing for what is wrong with fields. */
    timesTold,
    showAll: () => {
      setTouched(new Set(Object.keys(found)));
      setTimesTold(timesTold + 1);
    },
    takeRefused: ({ fields }: ApiError) => {
      const entries = Object.entries(fields).map(([name, [first]]): [string, string] => [
        name,
        first?.message ?? '',
      ]);
      setRefused(Object.fromEntries(entries));
      setTimesTold(timesTold + 1);
    },
    forgetRefused: (names: readonly string[]) => {
      if (!names.some((name) => name in refused)) return;
      setRefused(Object.fromEntries(Object.entries(refused).filter(([name]) => !names.includes(name))));
    },
    /** Words; null while nothing is wrong with the field, or while it is still being filled in. */
    of: (name: string): string | null => {
      const key = refused[name] ?? (touched.has(name) ? found[name] : undefined);
      return key === undefined ? null : translate(key);
    },
  };
}

type Telling<Draft extends object> = Pick<RecordFormOptions<Draft, unknown>, 'nameOf' | 'viewHref'>;

const nameIn = (draft: object): string => ('name' in draft ? String(draft.name) : '');

/** Says that a record was added, by its name, and leads to it. */
function tellAdded<Draft extends object>(telling: Telling<Draft>, draft: Draft, id: string): void {
  const { nameOf = nameIn, viewHref } = telling;
  const name = nameOf(draft).trim();
  const text = name === '' ? t('records.saved') : t('records.added', { name });
  const handleSelect = () => {
    window.location.hash = viewHref?.(id) ?? '';
  };
  const action = viewHref && { label: t('records.view'), onSelect: handleSelect };
  toasts.success({ text, ...(action && { action }) });
}

function useSaving<Draft extends object, Fields>(options: RecordFormOptions<Draft, Fields>) {
  const { area, save } = options;
  const queries = useQueryClient();
  const [isSaving, setIsSaving] = useState(false);
  const [savedId, setSavedId] = useState<string | null>(null);
  return {
    isSaving,
    savedId,
    /** Null when it is stored; else why it is not. */
    save: async (fields: Fields, { draft, version }: Stored<Draft>): Promise<ApiError | null> => {
      setIsSaving(true);
      try {
        const { id } = await save(fields, version);
        void queries.invalidateQueries({ queryKey: [area] });
        if (version === null) tellAdded(options, draft, id);
        else toasts.success({ text: t('records.saved') });
        setSavedId(id);
        return null;
      } catch (error) {
        if (error instanceof ApiError) return error;
        throw error;
      } finally {
        setIsSaving(false);
      }
    },
  };
}

/** An effect, so that the guard of unsaved changes has gone before the page is left. */
function useWhenSaved(savedId: string | null, onSaved: (id: string) => void): void {
  const tell = useEffectEvent(onSaved);
  useEffect(() => {
    if (savedId !== null) tell(savedId);
  }, [savedId]);
}
