import { keep, recall } from './device-storage.ts'

/** The campus that a user last chose in this browser. */
export const lastCampusOf = (userId: number): string | null => recall(keyOf(userId))

export const rememberCampus = (userId: number, code: string): void => keep(keyOf(userId), code)

const keyOf = (userId: number) => `campus-of-${userId}`
