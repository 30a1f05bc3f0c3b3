/** How long, in milliseconds, a page waits for content above the rest before it shows the rest without it. */
export const maxWaitMs = 1_500
