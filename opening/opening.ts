import { readFileSync } from 'node:fs';

const place = '<!-- opening -->';

/** A plugin of Vite: writes opening.html where index.html says `<!-- opening -->`. Throws Error when it does not. */
export const opening = () => ({
  name: 'opening',
  transformIndexHtml: {
    order: 'pre' as const,
    handler(html: string): string {
      if (!html.includes(place)) throw new Error(`index.html has no ${place}`);
      return html.replace(place, readFileSync(new URL('opening.html', import.meta.url), 'utf8').trimEnd());
    },
  },
});
