// HTML from the server, cut once more where it is shown (INFO-02): the same closed list that the server writes by.
import DOMPurify from 'dompurify';
import { richTextElements, richTextLinkPattern } from '@watchpost/domain/info-pages';

const attributes = [...new Set(Object.values(richTextElements).flat())];

const purify = DOMPurify(window);
purify.addHook('afterSanitizeAttributes', (node) => {
  if (node.nodeName !== 'A') {
    for (const name of ['href', 'rel', 'target']) node.removeAttribute(name);
    return;
  }
  if (!richTextLinkPattern.test(node.getAttribute('href') ?? '')) node.removeAttribute('href');
  node.setAttribute('rel', 'noopener noreferrer');
  node.setAttribute('target', '_blank');
});

/** Nodes that hold nothing but the listed elements and attributes; never a string that would be parsed again. */
export function cleanFragment(html: string): DocumentFragment {
  return purify.sanitize(html, {
    ALLOWED_TAGS: Object.keys(richTextElements),
    ALLOWED_ATTR: attributes,
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    ALLOWED_URI_REGEXP: richTextLinkPattern,
    ADD_URI_SAFE_ATTR: ['rel', 'start', 'target'],
    RETURN_DOM_FRAGMENT: true,
  });
}

/** The same as text, for an editor that parses by its own list. */
export function cleanText(html: string): string {
  const container = document.createElement('div');
  container.append(cleanFragment(html));
  return container.innerHTML;
}
