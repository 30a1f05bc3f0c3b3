import { Badge } from '#kit/web/ui/badge.tsx'

interface StatusBadgeProps {
  isOn: boolean
  words?: readonly [on: string, off: string]
}

/** Whether a service is set up. */
export function StatusBadge({ isOn, words: [on, off] = ['Set', 'Not set'] }: StatusBadgeProps) {
  return <Badge tone={isOn ? 'olive' : 'saffron'}>{isOn ? on : off}</Badge>
}
