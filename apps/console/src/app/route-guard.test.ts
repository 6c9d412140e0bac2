import { menuOf } from '@watchpost/domain/menu';
import { describe, expect, it } from 'vitest';
import { guardRoute } from './route-guard.ts';

function visit(address: string, isSignedIn: boolean) {
  const seen: { fetching?: boolean; selected?: string } = {};
  const answer = guardRoute(address, {
    session: {
      isSignedIn: () => isSignedIn,
      menu: () => menuOf('superAdmin'),
      selectMenu: (code) => {
        seen.selected = code;
      },
    },
    setNotificationFetching: (isOn) => {
      seen.fetching = isOn;
    },
  });
  return { answer, ...seen };
}

describe('route guard', () => {
  it('[ROUTE-07] without a token a protected route is refused and fetching goes off', () => {
    expect(visit('/manage-sites', false)).toEqual({ answer: { next: '/manage-sites' }, fetching: false });
  });

  it('[ROUTE-07] with a token it is entered and fetching goes on', () => {
    expect(visit('/manage-sites', true)).toEqual({ answer: undefined, fetching: true, selected: 'SITES' });
  });

  it.each(['/signin', '/signin?next=%2F', '/app-info/faqs', '/authorize-failure'])(
    '[ROUTE-03] [ROUTE-07] %s is open to everyone; without a token fetching goes off',
    (address) => {
      expect(visit(address, false)).toEqual({ answer: undefined, fetching: false });
      expect(visit(address, true)).toEqual({ answer: undefined });
    },
  );

  it('[ROUTE-08] remembers the page asked for with its query, but not the bare start', () => {
    expect(visit('/scanned-checkpoints?site=1&page=2', false).answer).toEqual({
      next: '/scanned-checkpoints?site=1&page=2',
    });
    expect(visit('/', false).answer).toEqual({ next: undefined });
  });

  it('[ROUTE-09] an unknown route asks for a sign-in like any other', () => {
    expect(visit('/nowhere', false).answer).toEqual({ next: '/nowhere' });
    expect(visit('/nowhere', true).answer).toBeUndefined();
  });
});
