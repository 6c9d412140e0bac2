// A page of the sent mail, fixed by the message that it begins after, so that new mail never shifts a row.
import type { SentMail, SentMailPage } from '@watchpost/contract/sent-mail';
import { type MailState, sentMailCountMax } from '@watchpost/domain/sent-mail';
import type { SiteScope } from '../../platform/access/caller.ts';
import { countMail, findMail, findWaiting, type MailFilter } from './sent-mail.queries.ts';

export interface PageRequest {
  readonly state?: MailState | undefined;
  readonly searchText?: string | undefined;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  readonly limit: number;
}

type Page = Omit<SentMailPage, 'canOpen'>;

export async function viewPage(scope: SiteScope, request: PageRequest, isOutbox: boolean): Promise<Page> {
  const { state = null, searchText = '' } = request;
  const filter = { state, searchText, beforeId: null, afterId: null };
  const count = await countMail(scope, filter, sentMailCountMax + 1);
  const waiting = await findWaiting(scope);
  return {
    ...(await findRows(scope, filter, request)),
    count: Math.min(count, sentMailCountMax),
    isCountExact: count <= sentMailCountMax,
    delivery: {
      problem: waiting.last?.reason ?? null,
      failedAt: waiting.last?.triedAt.getTime() ?? null,
      waiting: waiting.count,
      isOutbox,
    },
  };
}

async function findRows(
  scope: SiteScope,
  filter: MailFilter,
  { before, after, limit }: PageRequest,
): Promise<Pick<Page, 'data' | 'older' | 'newer'>> {
  if (after !== undefined) {
    const newer = await findMail(scope, { ...filter, afterId: after }, limit + 1, 'asc');
    // The newest page is always a full one: what is left before it is shown with the rows that follow.
    if (newer.length > limit) {
      const data = newer.slice(0, limit).toReversed();
      return { data, older: idOf(data.at(-1)), newer: idOf(data[0]) };
    }
  }
  const isNewest = before === undefined;
  const found = await findMail(scope, { ...filter, beforeId: before ?? null }, limit + 1);
  const data = found.slice(0, limit);
  return {
    data,
    older: found.length > limit ? idOf(data.at(-1)) : null,
    newer: isNewest ? null : (idOf(data[0]) ?? before ?? null),
  };
}

function idOf(mail: SentMail | undefined): string | null {
  return mail?.id ?? null;
}
