import { keep, recall } from '#web/lib/device-storage.ts'

/** From where somebody's last lunch left, in this browser. */
export const lastMeetingPoint = (userId: number): string => recall(keyOf(userId)) ?? ''

export const rememberMeetingPoint = (userId: number, meetingPoint: string): void =>
  keep(keyOf(userId), meetingPoint)

const keyOf = (userId: number) => `meeting-point-of-${userId}`
