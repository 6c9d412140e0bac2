import { IconDownload } from '@tabler/icons-react';
import { ApiError } from '../../lib/api-error.ts';
import { t } from '../../lib/labels.ts';
import { Button } from '../../ui/actions/button.tsx';
import { toasts } from '../../ui/feedback/toasts.ts';
import { saveRows } from './import-api.ts';
import type { ImportKind } from './import-kind.ts';

interface RowsFileButtonProps {
  readonly kind: ImportKind;
  readonly importId: string;
  readonly of: 'errors' | 'losses';
  readonly children: string;
}

/** Saves all rows of an import's check that have errors, or that take something away, as a file. */
export function RowsFileButton({ kind, importId, of, children }: RowsFileButtonProps) {
  const save = async () => {
    try {
      await saveRows(kind, importId, of);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      toasts.error({ summary: t('error.summary'), text: error.message });
    }
  };
  return (
    <Button size="small" icon={<IconDownload size={16} aria-hidden />} onClick={() => void save()}>
      {children}
    </Button>
  );
}
