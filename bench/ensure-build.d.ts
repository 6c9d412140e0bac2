// The command scripts are plain JavaScript.
declare module '*/ensure-build.mjs' {
  export function ensureBuild(): Promise<void>;
}
