import { keep, recall } from '#web/lib/device-storage.ts'

/** The meeting point of the user's last lunch, remembered in this browser. */
export const lastMeetingPoint = (userId: number): string => recall(keyOf(userId)) ?? ''

export const rememberMeetingPoint = (userId: number, meetingPoint: string): void =>
  keep(keyOf(userId), meetingPoint)

const keyOf = (userId: number) => `meeting-point-of-${userId}`
