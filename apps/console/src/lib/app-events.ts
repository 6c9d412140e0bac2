// What happens in one room and concerns others: a closed list of events, each with its payload.
import type { ApiError } from './api-error.ts';

interface AppEvents {
  /** The server no longer knows the session, or another tab signed out; local state is already gone. */
  sessionEnded: { readonly message: string };
  /** What is stored of the session (menu, rights, tenant settings) is older than what the server has. */
  sessionStale: undefined;
  /** A call with a bearer key of its own was refused (API-05). */
  authorizeFailure: undefined;
  /** A failure that its caller does not explain itself (API-05). */
  generalError: ApiError;
  /** The sidebar was folded or unfolded: content reflows (SHELL-08). */
  sidebarToggled: { readonly isClosed: boolean };
  /** Somebody reported an incident, or may have while no stream was open. */
  incidentReported: undefined;
  /** An SOS was raised or changed, or may have been while no stream was open. */
  sosChanged: undefined;
  /** The stream of events broke, or is heard again. */
  streamTurned: { readonly isUp: boolean };
  /** Exceptions were opened or changed, or may have been while no stream was open. */
  exceptionsChanged: undefined;
  /** The same of the guards' phones. */
  devicesChanged: undefined;
  /** Full-page loader; each shown needs one hidden (SHELL-03). */
  loaderShown: undefined;
  loaderHidden: undefined;
}

type Listeners = { [Name in keyof AppEvents]: Set<(payload: AppEvents[Name]) => void> };

const listeners: Listeners = {
  sessionEnded: new Set(),
  sessionStale: new Set(),
  authorizeFailure: new Set(),
  generalError: new Set(),
  sidebarToggled: new Set(),
  incidentReported: new Set(),
  sosChanged: new Set(),
  streamTurned: new Set(),
  exceptionsChanged: new Set(),
  devicesChanged: new Set(),
  loaderShown: new Set(),
  loaderHidden: new Set(),
};

/** Returns the function that stops listening. */
export function onAppEvent<Name extends keyof AppEvents>(
  name: Name,
  listener: (payload: AppEvents[Name]) => void,
): () => void {
  listeners[name].add(listener);
  return () => listeners[name].delete(listener);
}

export function emitAppEvent<Name extends keyof AppEvents>(name: Name, payload: AppEvents[Name]): void {
  for (const listener of listeners[name]) listener(payload);
}

/** Runs work under the full-page loader, which hides whatever the outcome. */
export async function withLoader<T>(work: () => Promise<T>): Promise<T> {
  emitAppEvent('loaderShown', undefined);
  try {
    return await work();
  } finally {
    emitAppEvent('loaderHidden', undefined);
  }
}
