/** Colour scheme and tenant accent, applied to the document through the DOM so that a strict CSP allows it. */

export type ColorScheme = 'system' | 'light' | 'dark';

/** The four meanings that colour may carry; each is always shown with an icon and a word. */
export type Meaning = 'good' | 'late' | 'missed' | 'unknown';

/** Widths in CSS pixels at which layouts change; media queries in CSS repeat them. */
export const BREAKPOINT_PX = { phone: 600, sidebar: 768 } as const;

/** 'system' removes the override, so the page follows prefers-color-scheme. */
export function applyColorScheme(scheme: ColorScheme, root: HTMLElement = document.documentElement): void {
  if (scheme === 'system') delete root.dataset.colorScheme;
  else root.dataset.colorScheme = scheme;
}

/** Any CSS colour; its lightness is clamped by the theme so that text stays readable. null restores the product's. */
export function applyAccent(color: string | null, root: HTMLElement = document.documentElement): void {
  if (color === null) root.style.removeProperty('--tenant-accent');
  else if (CSS.supports('color', color)) root.style.setProperty('--tenant-accent', color);
}
