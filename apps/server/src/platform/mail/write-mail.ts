// A message as subject, HTML part and text part, with the tenant's brand and in the reader's language.
import { escapedHtml } from '../http/escaped-html.ts';
import type {
  MailContent,
  MailFigures,
  MailSeal,
  MailTemplate,
  MailValues,
  MailTexts,
} from './mail-content.ts';
import { type Language, languageOf } from '@watchpost/domain/languages';
import { defaultLanguage } from '@watchpost/domain/limits';
import { productAccent, readableAccent } from './readable-accent.ts';
import { en } from './texts/en.ts';
import { hi } from './texts/hi.ts';
import { mr } from './texts/mr.ts';

export interface MailBrand {
  readonly name: string;
  /** #rrggbb; anything else counts as the product's own. */
  readonly accent: string;
  /** logoAddress, or the absolute address of a picture; null for the name in letters. */
  readonly logoUrl: string | null;
}

/** Stands in a message for the tenant's logo, which goes along with it: mail programs load nothing from elsewhere unasked. */
export const logoAddress = 'cid:tenant-logo';

export interface WrittenMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const textsByLanguage: Readonly<Record<Language, MailTexts>> = { en, hi, mr };

export function writeMail<Template extends MailTemplate>(
  template: Template,
  values: MailValues[Template],
  { brand, language }: { brand: MailBrand; language: string },
): WrittenMail {
  // A tag such as hi-IN is answered in Hindi, one that we do not speak in English.
  const spoken = languageOf(language) ?? defaultLanguage;
  const texts = textsByLanguage[spoken];
  const content = texts.templates[template](values, brand.name);
  const sentBy = texts.sentBy(brand.name);
  return {
    subject: oneLine(content.subject),
    text: textOf(content, sentBy),
    html: htmlOf(content, sentBy, brand, spoken),
  };
}

/** A header cannot be left by a line break in a name. */
export function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, 200);
}

function textOf(content: MailContent, sentBy: string): string {
  const { heading, paragraphs, code, action, footnote, seal, footLink } = content;
  const parts = [
    heading,
    ...paragraphs.map((part) => (typeof part === 'string' ? part : figuresText(part))),
    ...(code === undefined ? [] : [`    ${code}`]),
    ...(action === undefined ? [] : [`${action.label}:\n${webAddress(action.url)}`]),
    ...(footnote === undefined ? [] : [footnote]),
    ...(seal === undefined ? [] : [sealText(seal)]),
    ...(footLink === undefined ? [] : [`${footLink.label}:\n${webAddress(footLink.url)}`]),
    `-- \n${sentBy}`,
  ];
  return `${parts.join('\n\n')}\n`;
}

const figuresText = ({ title, figures }: MailFigures): string =>
  [title, ...figures.map(({ label, value }) => `  ${label}: ${value}`)].join('\n');

const sealText = ({ title, text, note, keyLabel, key }: MailSeal): string =>
  [`${title}\n${text}`, note.trimEnd(), `${keyLabel}: ${key}`].join('\n\n');

/** Only addresses of the web: a template cannot be made to carry a script. */
function webAddress(url: string): string {
  return /^https?:\/\/[^\s<>"]+$/.test(url) ? url : '';
}

const font = "font-family:Arial,'Noto Sans Devanagari','Nirmala UI',Helvetica,sans-serif";

const figureCell = 'padding:6px 0;border-top:1px solid #e5e7eb';

function figuresHtml({ title, figures }: MailFigures): string {
  const rows = figures.map(
    ({ label, value }) =>
      `<tr><th scope="row" style="${figureCell};font-weight:normal" align="left">${escapedHtml(label)}</th><td style="${figureCell};padding-left:16px;white-space:nowrap;font-variant-numeric:tabular-nums" align="right">${escapedHtml(value)}</td></tr>`,
  );
  return `<table width="100%" style="margin:0 0 24px;border-collapse:collapse;font-size:16px;line-height:24px;color:#1f2937"><tr><th scope="colgroup" colspan="2" align="left" style="padding:0 0 6px;color:#111827">${escapedHtml(title)}</th></tr>${rows.join('')}</table>`;
}

const small = 'font-size:14px;line-height:20px;color:#4b5563';

/** Its lines stay lines, so that they can be copied out again; on a narrow screen they wrap. */
function sealHtml({ title, text, note, keyLabel, key }: MailSeal): string {
  const code =
    'white-space:pre-wrap;overflow-wrap:anywhere;font:12px/18px Consolas,Menlo,monospace;color:#1f2937';
  return `<div style="margin-top:16px;padding-top:16px;border-top:1px solid #e5e7eb;${small}"><p style="margin:0 0 8px"><strong style="color:#111827">${escapedHtml(title)}</strong><br>${escapedHtml(text)}</p><pre style="margin:0 0 8px;${code}">${escapedHtml(note.trimEnd())}</pre><p style="margin:0">${escapedHtml(keyLabel)}: <code style="${code}">${escapedHtml(key)}</code></p></div>`;
}

// Without a viewport a phone lays it out for a desk. Styles stand in the elements, as mail programs know no other way; the console shows it where no style applies to it.
function htmlOf(content: MailContent, sentBy: string, brand: MailBrand, language: string): string {
  const accent = readableAccent(brand.accent, productAccent);
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px;font-size:16px;line-height:24px;color:#1f2937">${escapedHtml(text)}</p>`;
  const logo = brand.logoUrl === logoAddress ? logoAddress : webAddress(brand.logoUrl ?? '');
  const mark =
    logo === ''
      ? `<strong style="font-size:18px;color:${accent}">${escapedHtml(brand.name)}</strong>`
      : `<img src="${escapedHtml(logo)}" alt="${escapedHtml(brand.name)}" height="40" style="border:0;max-width:240px;height:40px;width:auto;object-fit:contain;font-size:18px;font-weight:bold;color:${accent}">`;
  const { code, action, footnote, seal, footLink } = content;
  const parts = [
    `<h1 style="margin:0 0 16px;font-size:22px;line-height:28px;color:#111827">${escapedHtml(content.heading)}</h1>`,
    ...content.paragraphs.map((part) => (typeof part === 'string' ? paragraph(part) : figuresHtml(part))),
    code === undefined
      ? ''
      : `<p style="margin:0 0 24px;font-size:30px;letter-spacing:6px;font-weight:bold;color:#111827">${escapedHtml(code)}</p>`,
    action === undefined
      ? ''
      : `<p style="margin:0 0 24px"><a href="${escapedHtml(webAddress(action.url))}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${accent};color:#ffffff;text-decoration:none;font-size:16px">${escapedHtml(action.label)}</a></p>`,
    footnote === undefined
      ? ''
      : `<p style="margin:0;padding-top:16px;border-top:1px solid #e5e7eb;${small}">${escapedHtml(footnote)}</p>`,
    seal === undefined ? '' : sealHtml(seal),
    footLink === undefined
      ? ''
      : `<p style="margin:12px 0 0;font-size:14px;line-height:20px"><a href="${escapedHtml(webAddress(footLink.url))}" style="color:#4b5563">${escapedHtml(footLink.label)}</a></p>`,
  ];
  return `<!doctype html><html lang="${escapedHtml(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light"><title>${escapedHtml(oneLine(content.subject))}</title></head>
<body style="margin:0;padding:24px;background:#f3f4f6;${font}">
<div style="max-width:560px;margin:0 auto">
<p style="margin:0 0 16px">${mark}</p>
<div style="padding:24px;background:#ffffff;border-radius:8px">
${parts.join('\n')}
</div>
<p style="margin:16px 0 0;font-size:12px;color:#4b5563">${escapedHtml(sentBy)}</p>
</div></body></html>
`;
}
