// By whose clocks times on screen go: each site's unless a report says otherwise (REP-13).
import { isTimeZone } from '@watchpost/domain/time-zone';
import { createContext, useContext } from 'react';
import { viewerZone } from '../viewer-zone.ts';

/** 'site' for each site's own clock, an IANA zone for that one, empty for the viewer's. */
export type ZoneChoice = string;

export const zoneChoiceIn = (text = ''): ZoneChoice => (text === 'site' || isTimeZone(text) ? text : '');

export const ShownZone = createContext<ZoneChoice>('site');

/** For links that lead to the same times on another page. */
export const useZoneChoice = (): ZoneChoice => useContext(ShownZone);

export const shownZoneOf = (choice: ZoneChoice, siteZone: string): string =>
  choice === 'site' ? siteZone : choice || viewerZone();

/** The zone in which a time of a site in `siteZone` is shown here. */
export const useShownZone = (siteZone: string): string => shownZoneOf(useZoneChoice(), siteZone);

/** Days are those of some zone, which a link takes along, so that it shows the same rows in any browser (REP-13). */
export function zoneInLink(choice: ZoneChoice, hasDays: boolean): { zone?: ZoneChoice } {
  const chosen = choice === '' && hasDays ? viewerZone() : choice;
  return chosen === '' ? {} : { zone: chosen };
}
