/** People whom one tenant may have mailed the head of each day. */
export const headWitnessesMax = 5;
