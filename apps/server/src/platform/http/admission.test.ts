import { describe, expect, it } from 'vitest';
import { Admission } from './admission.ts';

function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

describe('admission', () => {
  it('refuses at once what is one too many, with the time to ask again, and takes the next when one is done', async () => {
    const admission = new Admission(2);
    const gateHeld = gate();
    const inside = [1, 2].map(() => admission.while(() => gateHeld.opened));
    let isStarted = false;
    const beyond = admission.while(async () => void (isStarted = true));
    await expect(beyond).rejects.toMatchObject({
      code: 'busy',
      status: 503,
      retryAfterSeconds: expect.toSatisfy((seconds) => Number.isInteger(seconds) && seconds > 0),
    });
    expect(isStarted).toBe(false);
    expect(() => admission.requireSlot()).toThrow(expect.objectContaining({ code: 'busy' }));
    gateHeld.open();
    await Promise.all(inside);
    admission.requireSlot();
    expect(await admission.while(async () => 'next')).toBe('next');
  });

  it('makes room again when a work fails', async () => {
    const admission = new Admission(1);
    const failing = async () => {
      throw new Error('work');
    };
    await expect(admission.while(failing)).rejects.toThrow('work');
    expect(await admission.while(async () => 'next')).toBe('next');
  });

  it('weighs: one that alone is too much goes by itself', async () => {
    const admission = new Admission(10);
    const gateHeld = gate();
    const large = admission.while(() => gateHeld.opened, 11);
    await expect(admission.while(async () => {}, 1)).rejects.toMatchObject({ code: 'busy' });
    gateHeld.open();
    await large;
    const small = gate();
    const first = admission.while(() => small.opened, 6);
    await expect(admission.while(async () => {}, 5)).rejects.toMatchObject({ code: 'busy' });
    expect(await admission.while(async () => 'fits', 4)).toBe('fits');
    small.open();
    await first;
  });
});
