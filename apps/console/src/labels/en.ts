// Every visible text of the console in English; other languages have the same keys.
export const en = {
  // shell
  // sign-in
  // scanned-checkpoints
} as const;
