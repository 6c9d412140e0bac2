// The form of the sign-in provider: what is written, what the server says is wrong with it, and what became of a test.
import type { SignInProviderReply } from '@watchpost/contract/sign-in-providers';
import { providerScopes } from '@watchpost/domain/sign-in-providers';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { t, translate } from '../../lib/labels.ts';
import { useKeeping, useKept } from '../../records/kept-draft.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { loadSignInProvider, useSaveSignInProvider, useTestSignInProvider } from './sign-in-provider.api.ts';

const empty = { issuer: '', clientId: '', scopes: providerScopes, label: '', isOn: false };
export type ProviderDraft = typeof empty & { readonly clientSecret: string };
export type ProviderField = keyof ProviderDraft;

function draftOf({ provider }: SignInProviderReply): ProviderDraft {
  const { issuer, clientId, scopes, label, isOn } = provider ?? empty;
  return { issuer, clientId, scopes, label, isOn, clientSecret: '' };
}

const isSame = (a: ProviderDraft, b: ProviderDraft): boolean => JSON.stringify(a) === JSON.stringify(b);

interface Problems {
  readonly [field: string]: string | undefined;
}

/** What the server says of each field, as label keys; also of the two that a test sends without their form. */
function problemsIn({ fields }: ApiError): Problems {
  return Object.fromEntries(
    Object.entries(fields).map(([field, [first]]) => [field.replace(/^provider\./, ''), first?.message]),
  );
}

/** Says what went wrong; the problems of the fields, if it was those. Throws on what is no answer of the server's. */
function explainFailure(error: unknown): Problems {
  if (!(error instanceof ApiError)) throw error;
  const isForm = error.status === 400;
  const text = isForm ? t('settings.invalid') : translate(error.message);
  toasts.error({ summary: t('error.summary'), text });
  return isForm ? problemsIn(error) : {};
}

const textOf = (key: string | undefined): string | null => (key === undefined ? null : translate(key));

interface TestResult {
  readonly isGood: boolean;
  readonly text: string;
}

/** Trying out what is written, before it is saved. */
function useTrial({ issuer, scopes }: ProviderDraft, onProblems: (problems: Problems) => void) {
  const [result, setResult] = useState<TestResult>();
  const testing = useTestSignInProvider();
  const run = async () => {
    setResult(undefined);
    try {
      const { finding, details } = await testing.mutateAsync({ issuer, scopes });
      const text = translate(`provider.found.${finding}`, { details: details.join(', ') });
      setResult({ isGood: finding === 'ready', text });
    } catch (error) {
      onProblems(explainFailure(error));
    }
  };
  return { result, run, isRunning: testing.isPending, forget: () => setResult(undefined) };
}

/** What is written, beside what it began with. */
function useWriting(reply: SignInProviderReply) {
  const started = useKept({ base: reply, draft: draftOf(reply) });
  const [base, setBase] = useState(started.base);
  const [draft, setDraft] = useState(started.draft);
  const isDirty = !isSame(draft, draftOf(base));
  useKeeping({ base, draft }, isDirty, { secret: 'clientSecret' });
  /** What was written since `sent` stays written, but for a secret that was sent. */
  const beginAgain = (next: SignInProviderReply, sent?: ProviderDraft) => {
    setBase(next);
    setDraft((current) => {
      if (sent === undefined || isSame(current, sent)) return draftOf(next);
      return current.clientSecret === sent.clientSecret ? { ...current, clientSecret: '' } : current;
    });
  };
  return { base, draft, setDraft, isDirty, beginAgain };
}

export function useSignInProviderForm(reply: SignInProviderReply) {
  const { base, draft, setDraft, isDirty, beginAgain } = useWriting(reply);
  const [problems, setProblems] = useState<Problems>({});
  const [hasConflict, setHasConflict] = useState(false);
  const saving = useSaveSignInProvider();
  const trial = useTrial(draft, setProblems);
  const begin = (next: SignInProviderReply, sent?: ProviderDraft) => {
    beginAgain(next, sent);
    setProblems({});
    setHasConflict(false);
  };
  const explaining = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (error instanceof ApiError && error.code === 'editedMeanwhile') setHasConflict(true);
      else setProblems(explainFailure(error));
    }
  };
  const saveOver = async (version: number) => {
    const { clientSecret, ...fields } = draft;
    const provider = clientSecret === '' ? fields : { ...fields, clientSecret };
    begin(await saving.mutateAsync({ version, provider }), draft);
    toasts.success({ text: t('settings.saved') });
  };
  return {
    base,
    draft,
    hasConflict,
    isSaving: saving.isPending,
    trial,
    isDirty,
    problemOf: (field: ProviderField) => textOf(problems[field]),
    change: (change: Partial<ProviderDraft>) => {
      setDraft((current) => ({ ...current, ...change }));
      setProblems((now) => ({
        ...now,
        ...Object.fromEntries(Object.keys(change).map((name) => [name, undefined])),
      }));
      trial.forget();
    },
    save: () => explaining(() => saveOver(base.version)),
    keepMine: () => explaining(async () => saveOver((await loadSignInProvider()).version)),
    loadTheirs: () => explaining(async () => begin(await loadSignInProvider())),
    discard: () => begin(base),
  };
}

export type SignInProviderForm = ReturnType<typeof useSignInProviderForm>;
