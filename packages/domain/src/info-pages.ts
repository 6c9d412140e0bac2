// The information pages that every tenant has (A2.4); their texts are HTML of the closed list in rich text.

export const infoPageIds = [
  'aboutCompany',
  'contactSupport',
  'faqs',
  'privacyPolicy',
  'termConditions',
] as const;
export type InfoPageId = (typeof infoPageIds)[number];

/** Longest stored text of a page, its tags included. */
export const infoPageMaxLength = 200_000;

export function isInfoPageId(id: string): id is InfoPageId {
  return infoPageIds.some((known) => known === id);
}

/** The only elements that a page's text may hold, and the only attributes of each. Server and console both cut to it. */
export const richTextElements: Readonly<Record<string, readonly string[]>> = {
  h1: [],
  h2: [],
  h3: [],
  h4: [],
  p: [],
  br: [],
  hr: [],
  strong: [],
  b: [],
  em: [],
  i: [],
  u: [],
  s: [],
  code: [],
  pre: [],
  blockquote: [],
  ul: [],
  ol: ['start'],
  li: [],
  a: ['href', 'rel', 'target'],
};

/** What a link in a page may lead to. */
export const richTextSchemes = ['http', 'https', 'mailto', 'tel'] as const;
/** An address with one of the schemes, and no other: relative addresses mean nothing outside the page. */
export const richTextLinkPattern = /^(?:https?:\/\/|mailto:|tel:)[^\s\u0000-\u001F\u007F-\u009F]+$/i;
