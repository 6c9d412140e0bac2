// Guards from a spreadsheet: chosen, its columns named, checked, imported (MNG-03). The address keeps which import it is.
import type { RecordImport } from '@watchpost/contract/record-imports';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '../../lib/labels.ts';
import { useUrlSearch } from '../../lib/url-search.ts';
import { RecordPage } from '../../records/record-page.tsx';
import { ButtonLink } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { guardArea } from './guards.api.ts';
import { importKey, isUnderWay, useGuardImport } from './guard-import.api.ts';
import { ImportChecked, ImportErrors } from './guard-import-check.tsx';
import { ImportColumns } from './guard-import-columns.tsx';
import { ImportFile } from './guard-import-file.tsx';
import { ImportCounts } from './guard-import-counts.tsx';
import styles from './guard-import.module.css';

const listHref = '#/manage-security-guards';

export function GuardImportPage() {
  const [{ id = '' }, change] = useUrlSearch();
  const queries = useQueryClient();
  const query = useGuardImport(id);
  /** Shows what a step answered at once. */
  const keep = (next: RecordImport) => {
    queries.setQueryData(importKey(next.id), next);
    if (next.id !== id) change({ id: next.id });
  };
  if (id === '') return <ImportFile onTaken={keep} />;
  return (
    <RecordPage query={query} backHref={listHref}>
      {(current) => <Steps current={current} onChange={keep} />}
    </RecordPage>
  );
}

interface StepProps {
  readonly current: RecordImport;
  readonly onChange: (next: RecordImport) => void;
}

function Steps({ current, onChange }: StepProps) {
  if (isUnderWay(current)) return <Progress current={current} />;
  if (current.state === 'done') return <Done current={current} />;
  return (
    <div className={styles.page}>
      <ImportColumns key={current.id} current={current} onChecked={onChange} />
      {current.state !== 'uploaded' && <ImportChecked current={current} onRun={onChange} />}
    </div>
  );
}

function Progress({ current }: Pick<StepProps, 'current'>) {
  const { rowsDone: done, rowCount: total } = current;
  return (
    <Card title={t('guards.importRunning')}>
      <div className={styles.progress}>
        <progress className={styles.bar} max={total} value={done} aria-label={t('guards.importRunning')} />
        <p aria-live="polite">{t('guards.importProgress', { done, total })}</p>
        <p className={styles.quiet}>{t('guards.importLeave')}</p>
      </div>
    </Card>
  );
}

function Done({ current }: Pick<StepProps, 'current'>) {
  const queries = useQueryClient();
  const refresh = () => void queries.invalidateQueries({ queryKey: [guardArea, 'list'] });
  return (
    <div className={styles.page}>
      <Card title={t('guards.importDone')}>
        <ImportCounts current={current} />
        <div className={styles.next}>
          <ButtonLink variant="primary" href={listHref} onClick={refresh}>
            {t('guards.importToList')}
          </ButtonLink>
          <ButtonLink href="#/manage-security-guards/import-guards">{t('guards.importAnother')}</ButtonLink>
        </div>
      </Card>
      <ImportErrors current={current} />
    </div>
  );
}
