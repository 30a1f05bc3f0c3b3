/** From where somebody's last lunch left, in this browser. */
export function lastMeetingPoint(userId: number): string {
  try {
    return localStorage.getItem(keyOf(userId)) ?? ''
  } catch {
    return ''
  }
}

export function rememberMeetingPoint(userId: number, meetingPoint: string): void {
  try {
    localStorage.setItem(keyOf(userId), meetingPoint)
  } catch {
    // Storage may be barred: then it is typed each time.
  }
}

const keyOf = (userId: number) => `meeting-point-of-${userId}`
