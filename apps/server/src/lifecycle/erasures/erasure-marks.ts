// Marks in the file store of whose data was erased: a restored database knows nothing of erasures since its backup.
import type { FileStore } from '../../platform/adapters/files/file-store.ts';

export interface ErasureMark {
  readonly tenantId: string;
  readonly guardId: string;
}

const folder = 'erasures';
const keyOf = ({ tenantId, guardId }: ErasureMark) => `${folder}/${tenantId}/${guardId}`;

/** Names no one: who it was is known to no one any more. */
export function saveMark(files: FileStore, mark: ErasureMark): Promise<void> {
  return files.put(keyOf(mark), Buffer.from(JSON.stringify(mark)), 'application/json');
}

export function removeMark(files: FileStore, mark: ErasureMark): Promise<void> {
  return files.delete(keyOf(mark));
}

export async function findMarks(files: FileStore): Promise<ErasureMark[]> {
  const marks: ErasureMark[] = [];
  for await (const key of files.list()) {
    const [of, tenantId, guardId] = key.split('/');
    if (of === folder && tenantId !== undefined && guardId !== undefined) marks.push({ tenantId, guardId });
  }
  return marks;
}
