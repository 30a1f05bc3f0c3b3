/** Does work for some items at a time, and counts what is done. */
export type InParts = <T>(items: T[], work: (part: T[]) => Promise<void>) => Promise<void>

export const allAtOnce: InParts = (items, work) => work(items)
