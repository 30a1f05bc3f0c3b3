/** Passes the items to `work` in batches, which may save the progress and check whether to stop in between. */
export type InBatches = <T>(items: T[], work: (part: T[]) => Promise<void>) => Promise<void>

export const inOneBatch: InBatches = (items, work) => work(items)
