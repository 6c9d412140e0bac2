// The list's whole state, as the URL holds it.
import type { QueryOf } from '@watchpost/contract/endpoint';
import type { listSentMail } from '@watchpost/contract/sent-mail';
import { id, searchText } from '@watchpost/contract/values';
import { mailStates } from '@watchpost/domain/sent-mail';

export const searchTextMaxLength = 100;

/** Empty means not filtered by; `before` and `after` name the message that the page lies next to. */
export interface MailSearch {
  readonly state: string;
  readonly searchText: string;
  readonly before: string;
  readonly after: string;
}

export const emptySearch: MailSearch = { state: '', searchText: '', before: '', after: '' };

const stateIn = (text: string | undefined) => mailStates.find((state) => state === text);

function validOr(schema: typeof id, value: unknown): string {
  const result = schema.safeParse(value);
  return result.success ? result.data : '';
}

/** Reads what a URL holds; anything that makes no sense there is left out, never an error. */
export function readSearch(raw: Readonly<Record<string, string | undefined>>): MailSearch {
  return {
    state: stateIn(raw.state) ?? '',
    searchText: validOr(searchText, (raw.searchText ?? '').trim().slice(0, searchTextMaxLength).trim()),
    before: validOr(id, raw.before),
    after: validOr(id, raw.after),
  };
}

export const isFiltered = ({ state, searchText: text }: MailSearch): boolean => state !== '' || text !== '';

export function listQuery(search: MailSearch, limit: number): QueryOf<typeof listSentMail> {
  const state = stateIn(search.state);
  const { before, after, searchText: text } = search;
  const place = before ? { before } : after ? { after } : {};
  return { ...(state && { state }), ...(text && { searchText: text }), ...place, limit };
}
