// What is wrong with a log that did not grow out of the head that is stored outside the database.
import type { LogFaultKind } from '@watchpost/domain/evidence/log-faults';
import type { SignedHead } from '@watchpost/domain/evidence/tree-head';
import { AppError } from '../../platform/http/app-error.ts';

export interface FoundFault {
  readonly kind: LogFaultKind;
  /** Null where there is none to read. */
  readonly stored: SignedHead | null;
  /** The newest one of the log; null where it has none. */
  readonly found: SignedHead | null;
}

/** Nothing was sealed, and nothing is until an operator accepts the log as it is. */
export class LogFault extends AppError {
  readonly fault: FoundFault;

  constructor(fault: FoundFault) {
    super('evidenceLogBroken');
    this.fault = fault;
  }
}

const at = ({ size, atMs }: SignedHead): string => `${size} records as of ${new Date(atMs).toISOString()}`;

/** For the operator, without names of tenants. */
export function faultSentence({ kind, stored, found }: FoundFault): string {
  const of = stored === null ? '' : ` of ${at(stored)}`;
  const now = found === null ? 'no head at all' : at(found);
  switch (kind) {
    case 'removed':
      return `it has no head any more, and the head${of} is stored outside the database`;
    case 'cut':
      return `it was cut: it has ${now}, and the head${of} is stored outside the database`;
    case 'rewritten':
      return `it was rewritten: it has ${now} and did not grow out of the head${of} that is stored outside the database`;
    case 'damaged':
      return `its leaves and nodes do not give the root of its newest head (${now})`;
    case 'foreignKey':
      return `its newest head (${now}) is signed by a key that none of this installation's secrets gives`;
    case 'headMissing':
      return 'the head that was stored outside the database is gone';
    case 'headUnreadable':
      return 'the file that is stored outside the database is no head of this log';
  }
}
