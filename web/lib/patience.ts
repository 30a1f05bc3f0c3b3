/** Longer than this, in milliseconds, nobody waits for what stands above the rest of a page before seeing the rest. */
export const patience = 1_500
