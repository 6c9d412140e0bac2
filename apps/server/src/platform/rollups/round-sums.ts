// How round_sums, cumulative totals of rounds, are laid out: a row has 96 slots, each the total up to its end.

/** Rows of a UTC day by quarters of an hour, and of 96 days by days. */
export const packs = { quarters: 0, days: 1 } as const;
export const slots = 96;
export const quarterMs = 900_000;
export const dayMs = slots * quarterMs;
