import { readStored, writeStored } from '#kit/web/browser/device-storage.ts'

/** The campus that a user last chose in this browser. */
export const lastCampusOf = (userId: number): string | null => readStored(keyOf(userId))

export const rememberCampus = (userId: number, code: string): void => writeStored(keyOf(userId), code)

const keyOf = (userId: number) => `campus-of-${userId}`
