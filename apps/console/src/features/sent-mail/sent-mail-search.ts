// The list's whole state, as the URL holds it.
import type { QueryOf } from '@watchpost/contract/endpoint';
import type { listSentMail } from '@watchpost/contract/sent-mail';
import { id } from '@watchpost/contract/values';
import { mailStates } from '@watchpost/domain/sent-mail';
import type { UrlSearch } from '../../lib/url-search.ts';
import { searchTextIn, validOr } from '../../reports/address-values.ts';
import { newestPage, type NeighbourPosition, positionQuery } from '../../reports/neighbour-position.ts';

/** Empty means not filtered by. */
export interface MailSearch extends NeighbourPosition {
  readonly state: string;
  readonly searchText: string;
}

export const emptySearch: MailSearch = { state: '', searchText: '', ...newestPage };

const stateIn = (text: string | undefined) => mailStates.find((state) => state === text);

/** Reads what a URL holds; anything that makes no sense there is left out, never an error. */
export function readSearch(raw: UrlSearch): MailSearch {
  return {
    state: stateIn(raw.state) ?? '',
    searchText: searchTextIn(raw.searchText),
    before: validOr(id, raw.before),
    after: validOr(id, raw.after),
  };
}

export const isFiltered = ({ state, searchText }: MailSearch): boolean => state !== '' || searchText !== '';

export function listQuery(search: MailSearch, limit: number): QueryOf<typeof listSentMail> {
  const state = stateIn(search.state);
  const { searchText } = search;
  return { ...(state && { state }), ...(searchText && { searchText }), ...positionQuery(search), limit };
}
