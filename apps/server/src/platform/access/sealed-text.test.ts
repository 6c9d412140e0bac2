import { describe, expect, it } from 'vitest';
import { openText, reseal, sealText } from './sealed-text.ts';
import { serverSecret } from './server-secret.ts';

const secret = serverSecret('for tests only');

describe('a sealed text', () => {
  it.each(['', 'a', 'pass-phrase ü 🗝', 'x'.repeat(4000)])('opens again: %.12s', (text) => {
    const sealed = sealText(secret, 'purpose', text);
    expect(openText(secret, 'purpose', sealed)).toBe(text);
    expect(Buffer.from(sealed, 'base64url').length).toBe(Buffer.byteLength(text) + 28);
  });

  it('looks different every time', () => {
    expect(sealText(secret, 'purpose', 'same')).not.toBe(sealText(secret, 'purpose', 'same'));
  });

  it('opens with a secret of before, too, and is then sealed again with the one in use', () => {
    const later = serverSecret('later', ['for tests only']);
    const sealed = sealText(secret, 'purpose', 'text');
    expect(openText(later, 'purpose', sealed)).toBe('text');
    const resealed = reseal(later, 'purpose', sealed) ?? '';
    expect(openText(serverSecret('later'), 'purpose', resealed)).toBe('text');
    expect(openText(secret, 'purpose', resealed)).toBeNull();
    expect(reseal(later, 'purpose', resealed)).toBeNull();
    expect(reseal(serverSecret('later'), 'purpose', sealed)).toBeNull();
    expect(reseal(later, 'another purpose', sealed)).toBeNull();
  });

  it('opens for nothing and no one else', () => {
    const sealed = sealText(secret, 'tenant a', 'text');
    expect(openText(secret, 'tenant b', sealed)).toBeNull();
    expect(openText(serverSecret('another'), 'tenant a', sealed)).toBeNull();
  });

  it('does not open when any of it was changed, cut off or made up', () => {
    const sealed = sealText(secret, 'purpose', 'text');
    for (let at = 0; at < Buffer.from(sealed, 'base64url').length; at += 1) {
      const bytes = Buffer.from(sealed, 'base64url');
      bytes[at] = (bytes[at] ?? 0) ^ 1;
      expect(openText(secret, 'purpose', bytes.toString('base64url'))).toBeNull();
    }
    for (const made of ['', 'x', sealed.slice(0, 20), sealed.slice(0, -2), '🗝'.repeat(40)]) {
      expect(openText(secret, 'purpose', made)).toBeNull();
    }
  });
});
