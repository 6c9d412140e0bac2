// The command scripts are plain JavaScript.
declare module '*/server-memory.mjs' {
  export const memoryFlags: readonly string[];
  export const memorySettings: Readonly<Record<string, string>>;
}
