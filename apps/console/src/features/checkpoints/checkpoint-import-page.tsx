import { useMemo } from 'react';
import { useSession } from '../../lib/current-session.ts';
import { ImportPage } from '../../records/imports/import-page.tsx';
import { checkpointImportFor } from './checkpoint-import-kind.ts';

export function CheckpointImportPage() {
  // Who sees one site alone is given no choice of them.
  const hasOwnSite = useSession((session) => session.sites() === undefined);
  const kind = useMemo(() => checkpointImportFor(hasOwnSite), [hasOwnSite]);
  return <ImportPage kind={kind} />;
}
