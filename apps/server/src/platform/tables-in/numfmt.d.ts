// What is used of numfmt, whose package names a file of types that it does not hold (4.0.1).
declare module 'numfmt' {
  /** Throws for a pattern that is none. */
  export function format(pattern: string, value: string | number): string;

  export function getFormatInfo(pattern: string): { readonly type: string };

  export function getFormatDateInfo(pattern: string): {
    readonly year: boolean;
    readonly month: boolean;
    readonly day: boolean;
    readonly hours: boolean;
    readonly seconds: boolean;
  };
}
