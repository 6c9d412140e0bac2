// Push is looked after once the page has drawn and fetched what the visitor came for.

const idleDelayMs = 2_000;

export function followPushWhenIdle(): void {
  window.setTimeout(() => {
    void import('../features/push/follow-push.ts').then(({ followPush }) => followPush());
  }, idleDelayMs);
}
