// Records from a spreadsheet: chosen, its columns named, checked, imported (MNG-03, MNG-04). The address keeps which import it is.
import type { RecordImport } from '@watchpost/contract/record-imports';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { t } from '../../lib/labels.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { RecordPage } from '../record-page.tsx';
import { ButtonLink } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { importKey, isUnderWay, useImport } from './import-api.ts';
import type { ImportKind } from './import-kind.ts';
import { ImportChecked, ImportErrors } from './import-check.tsx';
import { ImportColumns } from './import-columns.tsx';
import { ImportFile } from './import-file.tsx';
import { ImportCounts } from './import-counts.tsx';
import styles from './imports.module.css';

export function ImportPage({ kind }: { readonly kind: ImportKind }) {
  const [{ id = '' }, change] = useUrlSearch();
  const queries = useQueryClient();
  const query = useImport(kind, id);
  /** Shows what a step answered at once. */
  const keep = (next: RecordImport) => {
    queries.setQueryData(importKey(kind, next.id), next);
    if (next.id !== id) change({ id: next.id });
  };
  const step = id === '' ? 'choosing' : stepOf(query.data);
  const element = useFocusOnStep(step);
  const title = step === null ? undefined : t(stepTitles[step]);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is no fieldset, and a section would be a second region of its card's name
    <div key={step} ref={element} tabIndex={-1} role="group" aria-label={title} className={styles.step}>
      {id === '' ? (
        <ImportFile kind={kind} onTaken={keep} />
      ) : (
        <RecordPage query={query} backHref={kind.listHref}>
          {(current) => <Steps kind={kind} current={current} onChange={keep} />}
        </RecordPage>
      )}
    </div>
  );
}

const stepTitles = {
  choosing: 'imports.fileTitle',
  preparing: 'imports.columns',
  running: 'imports.running',
  done: 'imports.done',
} as const;
type Step = keyof typeof stepTitles;

/** Null for an import that has yet to be heard of. */
function stepOf(current: RecordImport | undefined): Step | null {
  if (current === undefined) return null;
  if (isUnderWay(current)) return 'running';
  return current.state === 'done' ? 'done' : 'preparing';
}

/** With a step its button goes, and with that the focus: the step that follows takes it. */
function useFocusOnStep(step: Step | null) {
  const element = useRef<HTMLDivElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    const isNext = shown.current !== null && step !== null && shown.current !== step;
    if (isNext && document.activeElement === document.body) element.current?.focus();
    shown.current = step;
  }, [step]);
  return element;
}

interface StepProps {
  readonly kind: ImportKind;
  readonly current: RecordImport;
  readonly onChange: (next: RecordImport) => void;
}

function Steps({ kind, current, onChange }: StepProps) {
  const step = stepOf(current);
  if (step === 'running') return <Progress current={current} />;
  if (step === 'done') return <Done kind={kind} current={current} />;
  return <Preparing key={current.id} kind={kind} current={current} onChange={onChange} />;
}

/** What was found holds only for the columns that it was found with. */
function Preparing({ kind, current, onChange }: StepProps) {
  const [mapping, setMapping] = useState(current.mapping);
  const isChecked =
    current.state !== 'uploaded' && kind.fields.every((field) => mapping[field] === current.mapping[field]);
  return (
    <div className={styles.page}>
      <ImportColumns
        kind={kind}
        current={current}
        mapping={mapping}
        isChecked={isChecked}
        onChoose={setMapping}
        onChecked={onChange}
      />
      {isChecked && <ImportChecked kind={kind} current={current} onRun={onChange} />}
    </div>
  );
}

function Progress({ current }: Pick<StepProps, 'current'>) {
  const { rowsDone: done, rowCount: total } = current;
  return (
    <Card title={t('imports.running')}>
      <div className={styles.progress}>
        <progress className={styles.bar} max={total} value={done} aria-label={t('imports.running')} />
        <p aria-live="polite">{t('imports.progress', { done, total })}</p>
        <p className={styles.quiet}>{t('imports.leave')}</p>
      </div>
    </Card>
  );
}

function Done({ kind, current }: Omit<StepProps, 'onChange'>) {
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries({ queryKey: [kind.area, 'list'] });
  return (
    <div className={styles.page}>
      <Card title={t('imports.done')}>
        <ImportCounts current={current} />
        <div className={styles.next}>
          <ButtonLink variant="primary" href={kind.listHref} onClick={refresh}>
            {t(`imports.${kind.name}.toList`)}
          </ButtonLink>
          <ButtonLink href={kind.href}>{t('imports.another')}</ButtonLink>
        </div>
      </Card>
      <ImportErrors kind={kind} current={current} />
    </div>
  );
}
