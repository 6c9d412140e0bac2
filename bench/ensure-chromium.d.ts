// The command scripts are plain JavaScript.
declare module '*/ensure-chromium.mjs' {
  /** Path of a Chromium that starts. */
  export function ensureChromium(): Promise<string>;
}
