// What the commands of backups say of files that records speak of and no one has.
import { warnLine } from './visible-text.ts';

const shownMax = 20;
/** All was done, but for the files. */
const lackingCode = 3;

/** Names the first of them. Returns the code that the command ends with. */
export function reportMissingFiles(missingFiles: readonly string[]): number {
  if (missingFiles.length === 0) return 0;
  console.error(
    `Files that records speak of and the store did not have, so that the backup lacks them: ${missingFiles.length}.`,
  );
  for (const key of missingFiles.slice(0, shownMax)) warnLine(`  ${key}`);
  if (missingFiles.length > shownMax) console.error(`  and ${missingFiles.length - shownMax} more`);
  return lackingCode;
}
