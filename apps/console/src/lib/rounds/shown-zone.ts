// By whose clocks times on screen go: each site's unless a report says otherwise (REP-13).
import { isTimeZone } from '@watchpost/domain/time-zone';
import { createContext, useContext } from 'react';
import { viewerZone } from '../viewer-zone.ts';

/** 'site' for each site's own clock, an IANA zone for that one, empty for the viewer's. */
export type ZoneChoice = string;

export const zoneChoiceIn = (text = ''): ZoneChoice => (text === 'site' || isTimeZone(text) ? text : '');

export const ShownZone = createContext<ZoneChoice>('site');

export const shownZoneOf = (choice: ZoneChoice, siteZone: string): string =>
  choice === 'site' ? siteZone : choice || viewerZone();

/** The zone in which a time of a site in `siteZone` is shown here. */
export const useShownZone = (siteZone: string): string => shownZoneOf(useContext(ShownZone), siteZone);
