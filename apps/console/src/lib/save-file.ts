import { downloadLinkRemovalMs } from '@watchpost/domain/limits';

/** Hands a file to the browser's downloads; the link that does so goes after a second (GRID-07). */
export function saveFile(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.hidden = true;
  document.body.append(link);
  link.click();
  window.setTimeout(() => {
    link.remove();
    URL.revokeObjectURL(address);
  }, downloadLinkRemovalMs);
}
