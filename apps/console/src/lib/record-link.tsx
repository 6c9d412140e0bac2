import type { AccessGroup } from '@watchpost/domain/permissions';
import type { ReactNode } from 'react';
import { useSession } from './current-session.ts';

interface RecordLinkProps {
  /** Of the area that shows the record. */
  readonly group: AccessGroup;
  readonly href: string;
  /** The record's name. */
  readonly children: ReactNode;
}

/** The name of a record, leading to its page for anyone who may see that. */
export function RecordLink({ group, href, children }: RecordLinkProps) {
  const maySee = useSession((session) => session.canView(group));
  return maySee ? <a href={href}>{children}</a> : children;
}
