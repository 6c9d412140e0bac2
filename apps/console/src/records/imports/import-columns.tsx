// The second step: which column holds what, beside the first rows.
import type { RecordImport } from '@watchpost/contract/record-imports';
import { useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { t, translate } from '../../lib/labels.ts';
import { toasts } from '../../ui/feedback/toasts.ts';
import { Button, ButtonLink } from '../../ui/actions/button.tsx';
import { Card } from '../../ui/display/card.tsx';
import { PlainTable } from '../../ui/display/plain-table.tsx';
import { SelectField } from '../../ui/fields/select-field.tsx';
import { checkRows } from './import-api.ts';
import type { ImportKind } from './import-kind.ts';
import styles from './imports.module.css';

interface ColumnsProps {
  readonly kind: ImportKind;
  readonly current: RecordImport;
  readonly mapping: RecordImport['mapping'];
  /** Whether these very columns were checked. */
  readonly isChecked: boolean;
  readonly onChoose: (mapping: RecordImport['mapping']) => void;
  readonly onChecked: (next: RecordImport) => void;
}

function useColumns({ kind, current, mapping, onChoose, onChecked }: ColumnsProps) {
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setIsBusy] = useState(false);
  return {
    problems,
    isBusy,
    choose: (field: string, value: string) => {
      const { [field]: _before, ...others } = mapping;
      onChoose(value === '' ? others : { ...others, [field]: Number(value) });
      setProblems({});
    },
    check: async () => {
      setIsBusy(true);
      try {
        onChecked(await checkRows(kind, current.id, mapping));
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const found = Object.entries(error.fields).map(([name, [first]]): [string, string] => [
          name,
          first?.message ?? '',
        ]);
        setProblems(Object.fromEntries(found));
        if (found.length === 0) toasts.error({ summary: t('error.summary'), text: error.message });
      } finally {
        setIsBusy(false);
      }
    },
  };
}

export function ImportColumns(props: ColumnsProps) {
  const { kind, current, mapping, isChecked } = props;
  const { fileName, rowCount, headings, preview } = current;
  const { problems, isBusy, choose, check } = useColumns(props);
  const options = [
    { value: '', label: t('imports.noColumn') },
    ...headings.map((heading, place) => ({ value: String(place), label: columnName(heading, place) })),
  ];
  return (
    <>
      <Card title={t('imports.columns')}>
        <p className={styles.chosen}>
          {fileName} <span className={styles.quiet}>{t('imports.rows', { count: rowCount })}</span>
        </p>
        <Sheet current={current} />
        <p className={styles.quiet}>{t('imports.columnsText')}</p>
        <div className={styles.columns}>
          {kind.fields.map((field) => {
            const problem = problems[field];
            return (
              <SelectField
                key={field}
                label={kind.fieldWords(field)}
                isRequired={kind.needed(mapping).includes(field)}
                error={problem === undefined ? null : translate(problem)}
                value={String(mapping[field] ?? '')}
                options={options}
                onValueChange={(value) => choose(field, value)}
              />
            );
          })}
        </div>
        <Unread headings={headings} mapping={mapping} />
        <div className={styles.next}>
          <Button variant={isChecked ? 'default' : 'primary'} isBusy={isBusy} onClick={() => void check()}>
            {t('imports.check')}
          </Button>
          <ButtonLink href={kind.href}>{t('imports.another')}</ButtonLink>
        </div>
      </Card>
      <Card title={t('imports.preview')} isFlush>
        <Preview headings={headings} preview={preview} />
      </Card>
    </>
  );
}

/** Of a workbook with several lists one is read. */
function Sheet({ current: { sheet, otherSheets } }: Pick<ColumnsProps, 'current'>) {
  if (otherSheets.length === 0) return null;
  return <p>{t('imports.sheet', { sheet, others: otherSheets.join(', ') })}</p>;
}

/** Anyone who does not see that a column is left out misses its values only later. */
function Unread({ headings, mapping }: Pick<RecordImport, 'headings' | 'mapping'>) {
  const read = new Set(Object.values(mapping));
  const names = headings.map(columnName).filter((_name, place) => !read.has(place));
  if (names.length === 0) return null;
  return <p className={styles.unread}>{t('imports.unread', { columns: names.join(', ') })}</p>;
}

const columnName = (heading: string, place: number): string =>
  heading === '' ? t('imports.column', { number: place + 1 }) : heading;

function Preview({ headings, preview }: Pick<RecordImport, 'headings' | 'preview'>) {
  return (
    <PlainTable isFocusable>
      <thead>
        <tr>
          {headings.map((heading, place) => (
            <th key={place} scope="col">
              {columnName(heading, place)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {preview.map((cells, row) => (
          <tr key={row}>
            {headings.map((_heading, place) => (
              <td key={place}>{cells[place] ?? ''}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </PlainTable>
  );
}
