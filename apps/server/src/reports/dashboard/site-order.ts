// Which sites of a ranking come first.
import { type DashboardRanking, siteShareOf } from '@watchpost/contract/dashboard';
import { rankedSitesMax } from '@watchpost/domain/dashboard';

type RankedSite = DashboardRanking['sites'][number];

/** After all shares. */
const nothingTold = 101;

/**
 * Sorts by the worse of compliance and completion, so that a site with nothing wrong follows all with something wrong.
 * Sites without either figure come last. The sort is stable.
 */
export function worstFirst(sites: readonly RankedSite[]): RankedSite[] {
  return sites
    .map((site) => ({ site, share: siteShareOf(site) ?? nothingTold }))
    .toSorted((one, other) => one.share - other.share)
    .slice(0, rankedSitesMax)
    .map(({ site }) => site);
}
