// What a guard company is made of, before anyone walks: the shapes that the model's other files share.
import type { PlannedCheckpoint } from '@watchpost/domain/round-facts';
import type { CompanyCodes } from './checkpoint-code.ts';
import type { Setting, SiteKind } from './site-kinds.ts';

/** How large a company to make. Totals are spread over the sites. */
export interface CompanyShape {
  readonly name: string;
  readonly timeZone: string;
  /** Nothing of the company is older; its records' ids carry this time. */
  readonly openedAtMs: number;
  readonly sites: number;
  readonly guards: number;
  readonly checkpoints: number;
  readonly routesPerSite: number;
  /** Rounds on duty against the usual four to six a shift: 1 is usual. */
  readonly pace: number;
}

export interface Checkpoint extends PlannedCheckpoint {
  readonly setting: Setting;
  /** How often it is left out, against an ordinary checkpoint. */
  readonly difficulty: number;
  readonly instructions: string;
}

export interface RouteVersion {
  readonly id: string;
  readonly number: number;
  readonly validFromMs: number;
  readonly checkpoints: readonly Checkpoint[];
}

export interface Route {
  readonly id: string;
  readonly name: string;
  readonly isFixedOrder: boolean;
  readonly expectedMinutesBetween: number;
  /** Oldest first; the first is valid from the company's opening. */
  readonly versions: readonly RouteVersion[];
}

export interface Shift {
  readonly id: string;
  readonly name: string;
  /** Minutes after local midnight; an end before its start is on the next day. */
  readonly startMinute: number;
  readonly endMinute: number;
  readonly isNight: boolean;
  readonly roundsPerDuty: number;
}

export interface Habits {
  /** How often a checkpoint is left out, against the ordinary guard. */
  readonly missFactor: number;
  readonly lateMinutesMean: number;
  readonly paceMetresPerSecond: number;
  /** Share of rounds that are started and never ended. */
  readonly abandonShare: number;
  readonly typedShare: number;
  /** Share of rounds scanned from one spot, off photographs of the codes. */
  readonly cheatShare: number;
}

export interface Guard {
  readonly id: string;
  readonly index: number;
  readonly employeeId: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly phoneNumber: string;
  readonly deviceId: string;
  readonly habits: Habits;
  readonly isWeak: boolean;
}

export interface Site {
  readonly id: string;
  readonly index: number;
  readonly name: string;
  readonly kind: SiteKind;
  readonly address: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly timeZone: string;
  readonly phoneNumber: string;
  readonly missFactor: number;
  readonly isWeak: boolean;
  readonly shifts: readonly Shift[];
  readonly routes: readonly Route[];
  readonly checkpoints: readonly Checkpoint[];
  readonly guards: readonly Guard[];
}

export interface Company {
  readonly seed: number;
  readonly shape: CompanyShape;
  readonly id: string;
  readonly name: string;
  readonly sites: readonly Site[];
  readonly guards: readonly Guard[];
  readonly codes: CompanyCodes;
}

/** Within which a route is due, the routes of a site being dealt out to its shifts in turn. */
export const shiftOfRoute = ({ shifts }: Site, routeIndex: number): Shift | undefined =>
  shifts[routeIndex % shifts.length];

/** The version of a route that was walked at an instant. */
export function versionAt(route: Route, atMs: number): RouteVersion {
  const version = route.versions.findLast((candidate) => candidate.validFromMs <= atMs) ?? route.versions[0];
  if (version === undefined) throw new RangeError(`Route ${route.name} has no version`);
  return version;
}
