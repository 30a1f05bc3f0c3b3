import { readStored, writeStored } from '#kit/web/browser/device-storage.ts'

/** Where the last lunch that the user started in this browser met. */
export function lastMeetingPoint(userId: number) {
  const key = `meeting-point-of-${userId}`
  return {
    read: () => readStored(key) ?? '',
    write: (meetingPoint: string) => writeStored(key, meetingPoint),
  }
}
