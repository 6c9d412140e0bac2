import { describe, expect, it } from 'vitest';
import { richTextElements } from '@watchpost/domain/info-pages';
import { xssVectors } from '../../../../../e2e/xss-vectors.ts';
import { richTextCutter } from './rich-html.ts';

const sanitise = await richTextCutter();

/** Every tag of a text with its attributes as written. */
const tagsOf = (html: string) =>
  [...html.matchAll(/<(\/?)([a-z0-9]+)([^>]*)>/gi)].map(([, , name = '', rest = '']) => ({ name, rest }));

describe('what a page may hold', () => {
  it('[INFO-02] stays as its editor wrote it', () => {
    const written =
      '<h2>Title</h2><p><strong>Bold</strong> <em>italic</em> <u>under</u> <s>struck</s> <code>x</code><br />next</p>' +
      '<ul><li><p>one</p></li></ul><ol start="3"><li>three</li></ol><blockquote><p>quoted</p></blockquote><hr />' +
      '<p><a href="https://example.com/?a=1&amp;b=2" rel="noopener noreferrer" target="_blank">link</a></p>';
    expect(sanitise(written)).toBe(written);
  });

  it.each([
    ['mailto:control@demo.example', true],
    ['tel:+912055500100', true],
    ['HTTPS://example.com', true],
    ['//example.com', false],
    ['/healthz', false],
    ['#/signin', false],
    ['ftp://example.com', false],
    ['javascript:alert(1)', false],
  ])('[INFO-02] a link to %s keeps its address: %s', (href, isAllowed) => {
    expect(sanitise(`<a href="${href}">x</a>`).includes('href')).toBe(isAllowed);
  });

  it('text outside any element, classes, styles and ids go or stay as the list says', () => {
    expect(sanitise('a <p class="x" style="color:red" id="y" data-z="1">b</p>')).toBe('a <p>b</p>');
    expect(sanitise('<table><tr><td>cell</td></tr></table>')).toBe('cell');
  });
});

describe.each(xssVectors.map((vector) => [vector]))('%s', (vector) => {
  const sanitised = sanitise(`<p>before</p>${vector}<p>after</p>`);

  it('[INFO-02] keeps nothing but listed elements with listed attributes', () => {
    for (const { name, rest } of tagsOf(sanitised)) {
      expect(Object.keys(richTextElements)).toContain(name);
      expect(rest).toMatch(
        /^(?: \/| start="\d+"| href="(?:https?:\/\/|mailto:|tel:)[^"<>]*" rel="noopener noreferrer" target="_blank")?$/,
      );
    }
  });

  it('cut twice is cut once', () => expect(sanitise(sanitised)).toBe(sanitised));
});
