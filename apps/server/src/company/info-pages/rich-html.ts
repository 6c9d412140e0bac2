// Cuts HTML to the closed list of domain/info-pages.ts: whatever is not on it is dropped, its plain text kept.
import type sanitizeHtml from 'sanitize-html';
import { richTextElements, richTextLinkPattern, richTextSchemes } from '@watchpost/domain/info-pages';

const options: sanitizeHtml.IOptions = {
  allowedTags: Object.keys(richTextElements),
  allowedAttributes: Object.fromEntries(
    Object.entries(richTextElements).map(([element, attributes]) => [element, [...attributes]]),
  ),
  allowedSchemes: [...richTextSchemes],
  allowedSchemesAppliedToAttributes: ['href'],
  allowProtocolRelative: false,
  allowedStyles: {},
  allowedClasses: {},
  // The content of these is code or markup of another language, never text to read.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'title', 'svg', 'math'],
  // Deeper than any text needs, and far from what exhausts a parser.
  nestingLimit: 30,
  transformTags: { a: toSafeLink, ol: toPlainList },
};

/** Links open apart from the page and tell nothing of it; those to anywhere else than richTextSchemes lose their address. */
function toSafeLink(tagName: string, attributes: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const href = attributes['href']?.trim() ?? '';
  if (!richTextLinkPattern.test(href)) return { tagName, attribs: {} };
  return { tagName, attribs: { href, rel: 'noopener noreferrer', target: '_blank' } };
}

function toPlainList(tagName: string, attributes: sanitizeHtml.Attributes): sanitizeHtml.Tag {
  const start = attributes['start'] ?? '';
  return { tagName, attribs: /^\d{1,6}$/.test(start) && start !== '1' ? { start } : {} };
}

/** Cuts to HTML that may be stored and shown; cutting it again changes nothing (INFO-02). */
export async function richTextCutter(): Promise<(html: string) => string> {
  // A dozen packages, which most servers need a few times a day.
  const { default: sanitised } = await import('sanitize-html');
  return (html) => sanitised(html, options).trim();
}

export async function sanitise(html: string): Promise<string> {
  return (await richTextCutter())(html);
}
