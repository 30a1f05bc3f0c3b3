import type { User } from '#contract/people.ts'
import { initials } from '#web/features/account/names.ts'
import { Avatar } from '#web/ui/avatar.tsx'

export function ViewerAvatar({ viewer }: { viewer: User }) {
  return <Avatar src={viewer.profileImageUrl} fallback={initials(viewer)} className="!size-11" />
}
