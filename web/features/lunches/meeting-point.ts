import { readStored, writeStored } from '#web/lib/device-storage.ts'

/** The meeting point of the user's last lunch, remembered in this browser. */
export const lastMeetingPoint = (userId: number): string => readStored(keyOf(userId)) ?? ''

export const rememberMeetingPoint = (userId: number, meetingPoint: string): void =>
  writeStored(keyOf(userId), meetingPoint)

const keyOf = (userId: number) => `meeting-point-of-${userId}`
