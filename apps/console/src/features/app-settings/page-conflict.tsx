// What the second of two editors is shown: who saved, what changed, and the choice between the two texts.
import type { EditedPage } from '@watchpost/contract/info-pages';
import { t } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from './notice.tsx';
import styles from './settings-form.module.css';
import { changesBetween } from './text-changes.ts';

interface PageConflictProps {
  /** The text that both began with. */
  readonly startedWith: string;
  readonly theirs: EditedPage;
  readonly onKeepMine: () => void;
  readonly onTakeTheirs: () => void;
}

export function PageConflict({ startedWith, theirs, onKeepMine, onTakeTheirs }: PageConflictProps) {
  const { added, removed } = changesBetween(startedWith, theirs.html);
  const title =
    theirs.savedBy === null ? t('conflict.titleUnnamed') : t('conflict.title', { name: theirs.savedBy });
  return (
    <Notice
      title={title}
      actions={
        <>
          <Button onClick={onTakeTheirs}>{t('conflict.takeTheirs')}</Button>
          <Button onClick={onKeepMine}>{t('conflict.keepMine')}</Button>
        </>
      }
    >
      <p>{t('conflict.text')}</p>
      {added.length + removed.length === 0 && <p>{t('conflict.same')}</p>}
      <div className={styles.changes}>
        {removed.map((line) => (
          <p key={`-${line}`}>
            {t('conflict.removed')}: <del>{line}</del>
          </p>
        ))}
        {added.map((line) => (
          <p key={`+${line}`}>
            {t('conflict.added')}: <ins>{line}</ins>
          </p>
        ))}
      </div>
    </Notice>
  );
}
