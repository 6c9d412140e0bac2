// Whether shown HTML ran a script, or holds what could.
import type { Page } from '@playwright/test';
import { richTextElements } from '@watchpost/domain/info-pages';

/** To be run in a page before anything else is. */
export const countAlerts = () => {
  Object.assign(window, { alerts: 0 });
  window.alert = () => void Object.assign(window, { alerts: Number(Reflect.get(window, 'alerts')) + 1 });
};
export const alerts = (page: Page) => page.evaluate(() => Number(Reflect.get(window, 'alerts')));

/** Elements and attributes of the shown text that are on no list; hovers, focuses and clicks on the way what would run. */
export const strangersIn = (page: Page, selector: string) =>
  page.evaluate(
    ([within, lists]) => {
      const elements = [...document.querySelectorAll(`${within} *`)];
      for (const element of elements) {
        element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }));
        if (element instanceof HTMLElement) element.focus();
        if (element instanceof HTMLAnchorElement) {
          element.target = '_self';
          if (!/^(https?|mailto|tel):/.test(element.href)) element.click();
          element.target = '_blank';
        }
      }
      return elements.flatMap((element) => {
        const allowed = lists[element.localName];
        if (allowed === undefined) return [element.outerHTML];
        return [...element.attributes].filter(({ name }) => !allowed.includes(name)).map(({ name }) => name);
      });
    },
    [selector, richTextElements] as const,
  );
