import { describe, expect, it } from 'vitest';
import { type MailBrand, oneLine, writeMail } from './write-mail.ts';

const brand: MailBrand = { name: 'Shree Guards', accent: '#0f766e', logoUrl: null };
const english = { brand, language: 'en' };
const hostile = `"><script>alert(1)</script>\r\nBcc: all@example.com`;

describe('a written message', () => {
  it('carries the code and the link in both parts', () => {
    const link = 'https://console.example/#/signin?reset=abc';
    const values = { firstName: 'Asha', code: '204816', link, minutes: 10 };
    const mail = writeMail('passwordReset', values, english);
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain('204816');
      expect(part).toContain(link);
      expect(part).toContain('Hello Asha,');
    }
    expect(mail.subject).toBe('Reset your Shree Guards password');
    expect(mail.html).toContain('#0f766e');
  });

  it('has the accent of the console where the tenant chose none', () => {
    const values = { firstName: '', at: '', signInLink: 'https://console.example/' };
    const mail = writeMail('passwordChanged', values, { ...english, brand: { ...brand, accent: '' } });
    expect(mail.html).toContain('background:#0b6c70');
  });

  it('escapes its values, so that none becomes markup or another header', () => {
    const values = { title: hostile, text: hostile, link: { label: hostile, url: 'javascript:alert(1)' } };
    const mail = writeMail('notice', values, {
      brand: { ...brand, name: hostile, accent: hostile },
      language: 'en',
    });
    expect(mail.html).not.toMatch(/<script|javascript:/);
    expect(mail.text).not.toContain('javascript:');
    expect(mail.subject).not.toMatch(/[\r\n]/);
  });

  it.each([
    ['hi', 'अपना Shree Guards पासवर्ड रीसेट करें', 'नमस्ते आशा,', 'Shree Guards की ओर से भेजा गया।'],
    ['mr-IN', 'तुमचा Shree Guards पासवर्ड पुन्हा सेट करा', 'नमस्कार आशा,', 'Shree Guards कडून पाठवले.'],
  ])('[SHELL-07] is written in %s', (language, subject, greeting, sentBy) => {
    const link = 'https://console.example/#/signin?reset=abc';
    const values = { firstName: 'आशा', code: '204816', link, minutes: 10 };
    const mail = writeMail('passwordReset', values, { brand, language });
    expect(mail.subject).toBe(subject);
    for (const part of [mail.text, mail.html]) {
      for (const reply of [greeting, sentBy, '204816', link]) expect(part).toContain(reply);
    }
    expect(mail.html).toContain(`<html lang="${language.slice(0, 2)}">`);
  });

  it.each(['en-IN', 'xx', '', '__proto__', 'constructor'])('language %s is answered', (language) => {
    const mail = writeMail('notice', { title: 'Hello', text: 'There' }, { brand, language });
    expect(mail.subject).toBe('Hello');
  });
});

it('is laid out for the width of a phone, and in the light colours that it names', () => {
  const { html } = writeMail('notice', { title: 'Hello', text: 'There' }, { brand, language: 'en' });
  expect(html).toContain('<meta name="viewport" content="width=device-width');
  expect(html).toContain('<meta name="color-scheme" content="light">');
});

it.each([
  ['a site of its own', 'Nightly', 'North mill', 'Nightly, North mill, 5 May'],
  ['a site that its name says', 'Nights of the north mill', 'North mill', 'Nights of the north mill, 5 May'],
  ['all sites', 'Nightly', null, 'Nightly, 5 May'],
])('the subject of a report tells %s', (_name, report, site, subject) => {
  const about = { report, site, period: '5 May', timeZone: 'Asia/Kolkata', figures: [], rows: 0, skipped: 0 };
  const sending = {
    isTest: false,
    isAttached: true,
    link: '',
    linkDays: 14,
    unsubscribeLink: null,
    head: null,
  };
  for (const language of ['en', 'hi', 'mr']) {
    const mail = writeMail('scheduledReport', { ...about, ...sending }, { brand, language });
    expect(mail.subject).toBe(subject);
    for (const part of [mail.text, mail.html]) expect(part).toContain('Asia/Kolkata');
  }
});

it('figures of a report stand below each other in both parts, and none can become markup', () => {
  const figures = [
    {
      title: 'Rounds',
      figures: [
        { label: 'Completed', value: '1,236' },
        { label: 'Missed', value: '2' },
      ],
    },
    { title: hostile, figures: [{ label: hostile, value: hostile }] },
  ];
  const about = { report: 'Nightly', site: null, period: '', timeZone: 'UTC', figures, rows: 1, skipped: 0 };
  const sending = {
    isTest: false,
    isAttached: true,
    link: '',
    linkDays: 14,
    unsubscribeLink: null,
    head: null,
  };
  const { text, html } = writeMail('scheduledReport', { ...about, ...sending }, english);
  expect(text).toContain('\n\nRounds\n  Completed: 1,236\n  Missed: 2\n\n');
  expect(html).toMatch(/<th[^>]*>Rounds<.*<th[^>]*>Completed<.*<td[^>]*>1,236<.*>Missed<.*>2</);
  expect(html).not.toContain('<script');
});

it('one line is one line', () => {
  expect(oneLine('a\r\nb\u2028c\u0000d')).toBe('a b c d');
});
