import type { ReactNode } from 'react';
import { session } from '../lib/current-session.ts';
import { t, translate } from '../lib/labels.ts';
import { Kbd } from '../ui/display/kbd.tsx';
import { Modal } from '../ui/overlays/modal.tsx';
import { goToLetters, paletteKeys } from './keyboard.ts';
import { leavesOf, shownMenu } from './menu-selection.ts';
import styles from './shortcuts-dialog.module.css';

function Row({ keys, children }: { keys: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.row}>
      <dt>{children}</dt>
      <dd>{keys}</dd>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className={styles.title}>{title}</h3>
      <dl>{children}</dl>
    </section>
  );
}

function GoToRows() {
  const leaves = leavesOf(shownMenu(session.menu()));
  const firstOfGroup = leaves.filter(
    (entry, index) =>
      goToLetters[entry.accessGroupCode] !== undefined &&
      leaves.findIndex((other) => other.accessGroupCode === entry.accessGroupCode) === index,
  );
  return firstOfGroup.map((entry) => (
    <Row
      key={entry.accessGroupCode}
      keys={
        <>
          <Kbd>g</Kbd> {t('keys.then')} <Kbd>{goToLetters[entry.accessGroupCode]}</Kbd>
        </>
      }
    >
      {translate(entry.label)}
    </Row>
  ));
}

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Modal isOpen onClose={onClose} title={t('shell.shortcuts')} width={640}>
      <div className={styles.columns}>
        <div>
          <Section title={t('keys.everywhere')}>
            <Row keys={<Kbd>{paletteKeys()}</Kbd>}>{t('keys.palette')}</Row>
            <Row keys={<Kbd>/</Kbd>}>{t('keys.search')}</Row>
            <Row keys={<Kbd>F8</Kbd>}>{t('keys.sos')}</Row>
            <Row keys={<Kbd>?</Kbd>}>{t('keys.help')}</Row>
            <Row keys={<Kbd>Esc</Kbd>}>{t('keys.close')}</Row>
          </Section>
          <Section title={t('keys.lists')}>
            <Row
              keys={
                <>
                  <Kbd>j</Kbd> {t('keys.or')} <Kbd>k</Kbd>
                </>
              }
            >
              {t('keys.rows')}
            </Row>
            <Row keys={<Kbd>Enter</Kbd>}>{t('keys.open')}</Row>
          </Section>
        </div>
        <Section title={t('keys.pages')}>
          <GoToRows />
        </Section>
      </div>
    </Modal>
  );
}
