// What a browser calls itself, in the words of its users.

const browsers: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS|Chromium)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
  ['curl', /^curl\//],
];
const systems: readonly (readonly [string, RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

const firstOf = (names: readonly (readonly [string, RegExp])[], agent: string) =>
  names.find(([, pattern]) => pattern.test(agent))?.[0];

/** Browser and system of a User-Agent header; undefined for what is not known. */
export function browserOf(agent: string): { browser: string | undefined; system: string | undefined } {
  return { browser: firstOf(browsers, agent), system: firstOf(systems, agent) };
}

/** One short name in no particular language, e.g. 'Chrome, Windows'; what it calls itself where neither is known. */
export function deviceName(agent: string): string {
  const { browser, system } = browserOf(agent);
  const known = [browser, system].filter((name) => name !== undefined).join(', ');
  return known || agent.slice(0, 60) || '?';
}
