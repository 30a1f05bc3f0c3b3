/** Passes the items to `work` in batches, which may save the progress and check whether to stop in between. */
export type InParts = <T>(items: T[], work: (part: T[]) => Promise<void>) => Promise<void>

export const allAtOnce: InParts = (items, work) => work(items)
