// What somebody else saved while a dialog was being written in: to be read, and taken instead, before saving upon it.
import { t } from '../lib/labels.ts';
import { Button } from '../ui/actions/button.tsx';
import styles from './theirs.module.css';

interface TheirsProps {
  /** Their words; empty where they left none. */
  readonly text: string;
  readonly onTake: () => void;
}

export function Theirs({ text, onTake }: TheirsProps) {
  return (
    <section className={styles.theirs} aria-label={t('records.mergeTheirs')}>
      <p>{t('records.mergeAgain')}</p>
      <blockquote className={styles.text}>{text === '' ? t('records.empty') : text}</blockquote>
      <Button size="small" onClick={onTake}>
        {t('records.mergeLoad')}
      </Button>
    </section>
  );
}
