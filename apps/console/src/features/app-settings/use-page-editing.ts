// The state of one page being edited: what it began with, what is written, and what becomes of saving it.
import type { EditedPage } from '@watchpost/contract/info-pages';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { translate, t } from '../../lib/labels.ts';
import { useKeeping, useKept } from '../../records/kept-draft.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { confirm } from '../../ui/overlays/confirm-store.ts';
import { loadPage, useRestore, useSavePage } from './app-settings.api.ts';

const mayRestore = (version: number) => confirm({ message: t('history.restoreAsk', { version }) });

interface PageDraft {
  /** The unchanged text as the editor writes it; null until it has. */
  readonly unchanged: string | null;
  readonly written: string;
}

/** The text in the editor: what it was filled with, what is written now, and whether they differ. */
function usePageText(page: EditedPage) {
  const started = useKept<EditedPage, PageDraft>({
    base: page,
    draft: { unchanged: null, written: page.html },
  });
  /** The page as it is edited from. */
  const [base, setBase] = useState(started.base);
  /** Another object fills the editor again, also with the same text. */
  const [filling, setFilling] = useState({ html: started.draft.written, isRestored: started.isKept });
  const [unchanged, setUnchanged] = useState(started.draft.unchanged);
  const [written, setWritten] = useState(started.draft.written);
  const latest = useRef(written);
  useEffect(() => {
    latest.current = written;
  }, [written]);
  const begin = (next: EditedPage) => {
    setBase(next);
    setFilling({ html: next.html, isRestored: false });
    setWritten(next.html);
  };
  /** The writer's place in the text is kept where the server kept the text, or where it was written on since. */
  const saved = (sent: string) => (next: EditedPage) => {
    if (next.html !== sent && sent === latest.current) return begin(next);
    setUnchanged(sent);
    return setBase(next);
  };
  const change = (html: string, isEdited: boolean) => {
    setWritten(html);
    if (!isEdited && !filling.isRestored) setUnchanged(html);
  };
  const isDirty = unchanged !== null && written !== unchanged;
  useKeeping({ base, draft: { unchanged, written } }, isDirty);
  return { base, filling, written, isDirty, begin, saved, change };
}

export function usePageEditing(page: EditedPage) {
  const { id } = page;
  const text = usePageText(page);
  const [theirs, setTheirs] = useState<EditedPage | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [saving, restoring] = [useSavePage(id), useRestore(id)];
  const explain = async (error: unknown) => {
    if (!(error instanceof ApiError)) throw error;
    if (error.code !== 'editedMeanwhile') setProblem(translate(error.message));
    else await loadPage(id).then(setTheirs, explain);
  };
  const storing = async (stored: Promise<EditedPage>, show: (page: EditedPage) => void, done: string) => {
    setProblem(null);
    try {
      show(await stored);
      setTheirs(null);
      toasts.success({ text: done });
    } catch (error) {
      await explain(error);
    }
  };
  const saveOver = (version: number) => {
    const { written: html } = text;
    return storing(saving.mutateAsync({ html, version }), text.saved(html), t('settings.saved'));
  };
  /** Whether it was tried: not when the question was answered with No. */
  const restore = async (version: number): Promise<boolean> => {
    if (!(await mayRestore(version))) return false;
    const wanted = { revision: version, version: text.base.version };
    await storing(restoring.mutateAsync(wanted), text.begin, t('history.restored', { version }));
    return true;
  };
  const startFrom = (next: EditedPage) => {
    text.begin(next);
    setTheirs(null);
    setProblem(null);
  };
  return {
    ...text,
    theirs,
    problem,
    isSaving: saving.isPending || restoring.isPending,
    save: () => saveOver(text.base.version),
    keepMine: () => saveOver(theirs?.version ?? text.base.version),
    takeTheirs: () => theirs !== null && startFrom(theirs),
    discard: () => startFrom(text.base),
    restore,
  };
}
