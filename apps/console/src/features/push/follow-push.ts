// Keeps this browser's push in step with who is signed in, and shows what a clicked notification is about.
import { session } from '../../lib/current-session.ts';
import { currentTenant } from '../../lib/tenant.ts';
import { isOpenRoute } from './open-route.ts';
import { connectPush, dropPush, readPushState, restPush } from './push-device.ts';
import { readOwner } from './push-owner.ts';

let isFollowing = false;

/** Once for all calls. Does nothing in browsers that have no push. */
export async function followPush(): Promise<void> {
  if (isFollowing) return;
  isFollowing = true;
  const state = await readPushState();
  if (state === 'unsupported' || state === 'insecure') return;
  navigator.serviceWorker.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
    if (!isOpenRoute(data) || data.tenant !== currentTenant() || !session.isSignedIn()) return;
    if (data.link !== null) window.location.hash = `#${data.link}`;
    ports[0]?.postMessage(true);
  });
  let known: string | undefined | null = null;
  let settling = Promise.resolve();
  const follow = () => {
    const userId = session.token();
    if (userId === known) return;
    known = userId;
    // One after the other; a failure is made good by the next sign-in or visit.
    settling = settling.then(() => settle(userId)).catch(() => {});
  };
  session.subscribe(follow);
  follow();
}

async function settle(userId: string | undefined): Promise<void> {
  const owner = await readOwner(currentTenant());
  if (owner === undefined) return;
  if (userId === undefined) return restPush();
  if (owner.userId !== userId) return dropPush();
  // Of the session that has just started, and with today's language and keys.
  if (Notification.permission === 'granted') await connectPush();
}
