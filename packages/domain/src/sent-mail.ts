/** What became of a message, as its list says it: waiting for its turn or another try, handed over, or given up. */
export const mailStates = ['queued', 'sent', 'failed'] as const;
export type MailState = (typeof mailStates)[number];

/** Messages of a filter are counted exactly up to this many; beyond it the list says "more than". */
export const sentMailCountMax = 10_000;
