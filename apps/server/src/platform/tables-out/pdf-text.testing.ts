import { PDFiumLibrary } from '@hyzyla/pdfium';

/** What a reader sees of a PDF, page by page. */
export async function pdfText(bytes: Uint8Array): Promise<string[]> {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(bytes);
  const pages = [...document.pages()].map((page) => page.getText());
  document.destroy();
  library.destroy();
  return pages;
}
