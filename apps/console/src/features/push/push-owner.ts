// Whose notices this browser shows, kept where both the console and its service worker reach it.

export interface PushOwner {
  readonly userId: string;
  /** False while no one, or somebody else, is signed in: what still arrives is then not shown. */
  readonly isLive: boolean;
  /** What the service worker needs to tell the server of a renewed subscription by itself. */
  readonly saveAddress: string;
  readonly crossSiteToken: string;
  readonly publicKey: string;
  readonly language: string;
}

const store = () => caches.open('watchpost-push');
const keyOf = (tenant: string) => `/push-owner/${tenant}`;

const texts = ['userId', 'saveAddress', 'crossSiteToken', 'publicKey', 'language'] as const;

function isOwner(value: unknown): value is PushOwner {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  return texts.every((name) => typeof fields.get(name) === 'string') && fields.get('isLive') !== undefined;
}

export async function readOwner(tenant: string): Promise<PushOwner | undefined> {
  const stored = await (await store()).match(keyOf(tenant));
  const value: unknown = await stored?.json();
  return isOwner(value) ? value : undefined;
}

export async function writeOwner(tenant: string, owner: PushOwner): Promise<void> {
  await (await store()).put(keyOf(tenant), Response.json(owner));
}

export async function forgetOwner(tenant: string): Promise<void> {
  await (await store()).delete(keyOf(tenant));
}
