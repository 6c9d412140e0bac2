import { expect, test } from 'vitest';
import { createIssuedSecrets } from './issued-secrets.ts';

const secretOf = (id: string, secret: string) => ({ id, employeeId: id, name: id, secret });

function heldTab() {
  const tab = { isHeld: false };
  const secrets = createIssuedSecrets(() => {
    tab.isHeld = true;
    return () => {
      tab.isHeld = false;
    };
  });
  return { tab, secrets };
}

test('[MNG-03] what was issued stays for who issued it, and for no one else, until it is put away', async () => {
  const { tab, secrets } = heldTab();
  let arrive = () => {};
  const answer = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  const issuing = secrets.issue('asha', async () => {
    await answer;
    return [secretOf('G1', 'one')];
  });
  expect([tab.isHeld, secrets.isIssuing('asha'), secrets.isIssuing('ravi')]).toEqual([true, true, false]);
  arrive();
  expect(await issuing).toBe(1);
  expect([tab.isHeld, secrets.isIssuing('asha')]).toEqual([true, false]);
  expect(secrets.of('asha')).toEqual([secretOf('G1', 'one')]);
  expect(secrets.of('asha')).toBe(secrets.of('asha'));
  expect([...secrets.of('ravi'), ...secrets.of(undefined)]).toEqual([]);
  secrets.putAway('asha');
  expect([tab.isHeld, secrets.of('asha').length]).toEqual([false, 0]);
});

test('[MNG-03] of a guard who was issued two secrets the later one is told, beside those of others', async () => {
  const { secrets } = heldTab();
  await secrets.issue('asha', async () => [secretOf('G1', 'one'), secretOf('G2', 'two')]);
  await secrets.issue('asha', async () => [secretOf('G1', 'three')]);
  expect(secrets.of('asha').map(({ secret }) => secret)).toEqual(['two', 'three']);
});

test('a tab is not held for secrets that were refused, or of which none was made', async () => {
  const { tab, secrets } = heldTab();
  const refusal = new Error('refused');
  await expect(secrets.issue('asha', () => Promise.reject(refusal))).rejects.toBe(refusal);
  expect(tab.isHeld).toBe(false);
  expect(await secrets.issue('asha', async () => [])).toBe(0);
  expect([tab.isHeld, secrets.of('asha').length]).toEqual([false, 0]);
});
