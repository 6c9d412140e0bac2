// Checks the signatures of kept codes, and what was said of the scans that were made with them (FIELD-03).
import { decodeCheckpointCode } from '@watchpost/domain/checkpoint-codes';
import { isGenuine } from '../../records/checkpoint-codes/code-signature.ts';
import { findCodedScans, findCodeKeys, findCodes } from './verification.queries.ts';

type Db = Parameters<typeof findCodeKeys>[0];

/** A sentence for each code whose signature is not the tenant's, and for scans that were judged otherwise. */
export async function codeDifferences(db: Db, tenantId: string): Promise<string[]> {
  const keys = await findCodeKeys(db, tenantId);
  const stored = await findCodes(db, tenantId);
  const issued = new Set(stored.map(({ code, checkpointId }) => `${code} ${checkpointId}`));
  const signed = stored.filter(({ isSigned }) => isSigned);
  const broken = signed.flatMap(({ checkpointId, serial, code }) => {
    const parts = decodeCheckpointCode(code);
    const isWhole = parts !== null && parts.checkpointId === checkpointId && parts.serial === serial;
    return isWhole && isGenuine(parts, tenantId, keys)
      ? []
      : [`code ${serial} of checkpoint ${checkpointId} does not bear the tenant's signature`];
  });
  const misjudged = (await findCodedScans(db, tenantId)).flatMap((scan) => {
    const { checkpointId, code, isDoubted, scans, scanId } = scan;
    const parts = decodeCheckpointCode(code);
    const isRight = parts !== null && parts.checkpointId === checkpointId && isGenuine(parts, tenantId, keys);
    // Of a code that is kept only the record of its issue counts, which the first check is for.
    if (isRight !== isDoubted || issued.has(`${code} ${checkpointId}`)) return [];
    const verdict = isDoubted ? 'genuine but doubted' : 'made up but believed';
    return [`the code of scan ${scanId} and ${scans - 1} others is ${verdict}`];
  });
  return [...broken, ...misjudged];
}
