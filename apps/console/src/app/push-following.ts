// Push is looked after once the page has drawn and fetched what the visitor came for, where notifications are allowed.

const idleDelayMs = 2_000;

export function followPushWhenIdle(): void {
  // Without the permission API, as on a page without TLS, there is no push either.
  window.setTimeout(() => void followOnceAllowed().catch(() => {}), idleDelayMs);
}

/** Also where they are allowed later, in this tab or another. */
async function followOnceAllowed(): Promise<void> {
  const permission = await navigator.permissions?.query({ name: 'notifications' });
  const follow = async () => {
    if (permission?.state !== 'granted') return;
    const { followPush } = await import('../features/push/follow-push.ts');
    await followPush();
  };
  permission?.addEventListener('change', () => void follow().catch(() => {}));
  await follow();
}
