// The editor of one information page: write, preview, save, and its history (MNG-09).
import { IconExternalLink, IconHistory } from '@tabler/icons-react';
import { useRouterState } from '@tanstack/react-router';
import type { EditedPage } from '@watchpost/contract/info-pages';
import { useState } from 'react';
import { useSession } from '../../lib/current-session.ts';
import { t } from '../../lib/labels.ts';
import { openedPart } from '../../lib/opened-part.tsx';
import { useUnsavedChanges } from '../../lib/unsaved-changes.ts';
import { timeWords } from '../../records/record-time.ts';
import { Button, ButtonLink } from '../../ui/actions/button.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { fetchedPart } from '../../ui/feedback/fetched-part.tsx';
import { useEditedPage } from './app-settings.api.ts';
import { LoadFailure } from '../../lib/load-failure.tsx';
import { PageConflict } from './page-conflict.tsx';
import { pageOfRoute } from './page-routes.ts';
import { SaveBar } from './save-bar.tsx';
import { SettingsNav } from './settings-nav.tsx';
import styles from './settings-form.module.css';
import { usePageEditing } from './use-page-editing.ts';

const RichTextEditor = fetchedPart(
  async () => (await import('./rich-text-editor.tsx')).default,
  () => <Skeleton height={380} />,
);
const RichHtml = fetchedPart(
  async () => (await import('../../lib/rich-text/rich-html.tsx')).default,
  () => <Skeleton height={380} />,
);
const PageHistory = openedPart(async () => (await import('./page-history.tsx')).default);

function savedText({ version, savedAtMs, savedBy }: EditedPage): string {
  if (savedAtMs === null) return t('editor.neverSaved');
  const time = timeWords(savedAtMs);
  return savedBy === null
    ? t('editor.savedWithTenant', { version, time })
    : t('editor.savedBy', { version, time, name: savedBy });
}

interface ModesProps {
  readonly isPreview: boolean;
  readonly onChange: (isPreview: boolean) => void;
}

function Modes({ isPreview, onChange }: ModesProps) {
  return (
    <fieldset className={styles.modes} aria-label={t('editor.mode')}>
      <Button aria-pressed={!isPreview} onClick={() => onChange(false)}>
        {t('editor.write')}
      </Button>
      <Button aria-pressed={isPreview} onClick={() => onChange(true)}>
        {t('editor.preview')}
      </Button>
    </fieldset>
  );
}

interface HeadProps {
  readonly page: EditedPage;
  readonly isPreview: boolean;
  readonly onModeChange: (isPreview: boolean) => void;
  readonly onHistory: () => void;
}

function Head({ page, isPreview, onModeChange, onHistory }: HeadProps) {
  return (
    <div className={styles.meta}>
      <Modes isPreview={isPreview} onChange={onModeChange} />
      <span>{savedText(page)}</span>
      <Button icon={<IconHistory size={18} />} onClick={onHistory}>
        {t('history.show')}
      </Button>
      <ButtonLink
        href={`#/app-info/${page.id}`}
        target="_blank"
        rel="noopener"
        icon={<IconExternalLink size={18} />}
      >
        {t('editor.public')}
      </ButtonLink>
    </div>
  );
}

function Problem({ text }: { readonly text: string | null }) {
  if (text === null) return null;
  return (
    <p className={styles.error} role="alert">
      {text}
    </p>
  );
}

function Conflict({ editing }: { readonly editing: ReturnType<typeof usePageEditing> }) {
  const { base, theirs, keepMine, takeTheirs } = editing;
  if (theirs === null) return null;
  return (
    <PageConflict
      startedWith={base.html}
      theirs={theirs}
      onKeepMine={() => void keepMine()}
      onTakeTheirs={takeTheirs}
    />
  );
}

function PageForm({ page }: { readonly page: EditedPage }) {
  const editing = usePageEditing(page);
  const [isPreview, setIsPreview] = useState(false);
  const [hasHistory, setHasHistory] = useState(false);
  const mayEdit = useSession((session) => session.hasAccessTo('APP_SETTINGS', 'edit'));
  useUnsavedChanges(editing.isDirty);
  const { base, written, problem } = editing;
  const restore = async (revision: number) => {
    if (await editing.restore(revision)) setHasHistory(false);
  };
  return (
    <>
      <Conflict editing={editing} />
      <Head
        page={base}
        isPreview={isPreview}
        onModeChange={setIsPreview}
        onHistory={() => setHasHistory(true)}
      />
      <RichTextEditor filling={editing.filling} onChange={editing.change} isHidden={isPreview} />
      {isPreview && <RichHtml html={written} className={styles.preview} />}
      <Problem text={problem} />
      {mayEdit && (
        <SaveBar
          isDirty={editing.isDirty}
          isSaving={editing.isSaving}
          onSave={() => void editing.save()}
          onDiscard={editing.discard}
        />
      )}
      {hasHistory && (
        <PageHistory
          id={page.id}
          currentVersion={base.version}
          mayEdit={mayEdit}
          onRestore={(revision) => void restore(revision)}
          onClose={() => setHasHistory(false)}
        />
      )}
    </>
  );
}

function PageEditor({ id }: { readonly id: EditedPage['id'] }) {
  const { data, error, refetch } = useEditedPage(id);
  if (error !== null) return <LoadFailure error={error} onRetry={() => void refetch()} />;
  return data === undefined ? <Skeleton height={380} /> : <PageForm page={data} />;
}

export function InfoPageEditorPage() {
  const id = useRouterState({ select: (state) => pageOfRoute(state.location.pathname) });
  return (
    <>
      <SettingsNav />
      {id !== undefined && <PageEditor key={id} id={id} />}
    </>
  );
}
