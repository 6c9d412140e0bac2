// "Page 2 of 7" on pages that leave before the last one is known: how many there are is a drawing that all of them name, and
// that the end of the file holds.
import type { Language } from '@watchpost/domain/languages';
import type PDFDocument from 'pdfkit';
import type { Typesetter } from './pdf-typesetter.ts';

type Document = InstanceType<typeof PDFDocument>;

/** What stands around the page's number, e.g. 'Page ' and ' of '. */
export interface PageNumberTexts {
  readonly before: string;
  readonly between: string;
}

const devanagari = { before: 'पृष्ठ ', between: ' / ' };
export const pageNumberTexts: Readonly<Record<Language, PageNumberTexts>> = {
  en: { before: 'Page ', between: ' of ' },
  hi: devanagari,
  mr: devanagari,
};

const drawingName = 'PageCount';
/** Room kept for the count; a longer or shorter one ends a little beside the margin. */
const usualCount = '00';
const longestCountPoints = 100;

export class PageNumbers {
  readonly #document: Document;
  readonly #typesetter: Typesetter;
  readonly #texts: PageNumberTexts;
  readonly #size: number;
  readonly #count: ReturnType<Document['ref']>;
  #pages = 0;

  constructor(document: Document, typesetter: Typesetter, texts: PageNumberTexts, size: number) {
    this.#document = document;
    this.#typesetter = typesetter;
    this.#texts = texts;
    this.#size = size;
    this.#count = document.ref({
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, longestCountPoints, 2 * size],
    });
  }

  /** Once on each new page, in the colour that is set; ends at `right`, its top at `y`. */
  put(right: number, y: number): void {
    this.#pages += 1;
    const { before, between } = this.#texts;
    const text = `${before}${this.#pages}${between}`;
    const countLeft = right - this.#width(usualCount);
    this.#typesetter.draw(text, countLeft - this.#width(text), y, this.#size, 'regular');
    const { page } = this.#document;
    (page.xobjects as Record<string, unknown>)[drawingName] = this.#count;
    this.#document.addContent(`q 1 0 0 1 ${countLeft.toFixed(2)} ${y.toFixed(2)} cm /${drawingName} Do Q`);
  }

  /** Before the document ends. */
  end(): void {
    const drawing = this.#typesetter.western(String(this.#pages), 0, 0, this.#size, 'regular');
    (this.#count.data as Record<string, unknown>)['Resources'] = {
      Font: { ...(this.#document.page.fonts as object) },
    };
    this.#count.end(drawing);
  }

  #width(text: string): number {
    return this.#typesetter.width(text, this.#size, 'regular');
  }
}
