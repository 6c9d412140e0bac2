// Every saved text of a page: who, when, its text, and one of them shown again.
import type { SavedText } from '@watchpost/contract/info-pages';
import type { InfoPageId } from '@watchpost/domain/info-pages';
import { useState } from 'react';
import { t } from '../../lib/labels.ts';
import { Loaded } from '../../records/loaded.tsx';
import { timeWords } from '../../records/record-time.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Skeleton } from '../../ui/display/skeleton.tsx';
import { fetchedPart } from '../../ui/feedback/fetched-part.tsx';
import { Drawer } from '../../ui/overlays/drawer.tsx';
import { useRevision, useRevisions } from './app-settings.api.ts';
import styles from './settings-form.module.css';

const RichHtml = fetchedPart(
  async () => (await import('../../lib/rich-text/rich-html.tsx')).default,
  () => <Skeleton height={120} />,
);

interface PageHistoryProps {
  readonly id: InfoPageId;
  readonly currentVersion: number;
  readonly mayEdit: boolean;
  readonly onRestore: (revision: number) => void;
  readonly onClose: () => void;
}

function Revision({ id, revision }: { readonly id: InfoPageId; readonly revision: number }) {
  return (
    <Loaded query={useRevision(id, revision)} height={120}>
      {({ html }) => <RichHtml html={html} />}
    </Loaded>
  );
}

type ListProps = Pick<PageHistoryProps, 'currentVersion'> & {
  readonly revisions: readonly SavedText[];
  readonly onOpen: (version: number) => void;
};

function RevisionList({ revisions, currentVersion, onOpen }: ListProps) {
  if (revisions.length === 0) return <p>{t('history.none')}</p>;
  return (
    <ol className={styles.revisions}>
      {revisions.map(({ version, savedAtMs, savedBy, restoredFrom }) => (
        <li key={version} className={styles.revision}>
          <strong>
            {t('history.version', { version })}
            {version === currentVersion && ` (${t('history.current')})`}
          </strong>
          <span>
            {timeWords(savedAtMs)},{' '}
            {savedBy === null ? t('history.came') : t('history.savedBy', { name: savedBy })}
            {restoredFrom !== null && `; ${t('history.restoredFrom', { version: restoredFrom })}`}
          </span>
          <Button size="small" onClick={() => onOpen(version)}>
            {t('history.open', { version })}
          </Button>
        </li>
      ))}
    </ol>
  );
}

export default function PageHistory({ id, currentVersion, mayEdit, onRestore, onClose }: PageHistoryProps) {
  const [opened, setOpened] = useState<number | null>(null);
  const revisions = useRevisions(id);
  return (
    <Drawer isOpen onClose={onClose} title={t('history.title', { page: t(`infoPage.${id}`) })} width={480}>
      {opened === null ? (
        <Loaded query={revisions} height={120}>
          {({ data }) => <RevisionList revisions={data} currentVersion={currentVersion} onOpen={setOpened} />}
        </Loaded>
      ) : (
        <div className={styles.old}>
          <div className={styles.noticeActions}>
            <Button onClick={() => setOpened(null)}>{t('history.back')}</Button>
            {mayEdit && opened !== currentVersion && (
              <Button variant="primary" onClick={() => onRestore(opened)}>
                {t('history.restore')}
              </Button>
            )}
          </div>
          <h3>{t('history.version', { version: opened })}</h3>
          <Revision id={id} revision={opened} />
        </div>
      )}
    </Drawer>
  );
}
