import type { ComponentProps } from 'react'
import type { User } from '#contract/people.ts'
import { isolated } from '#domain/isolated.ts'
import { fullName, initials } from '#domain/person-names.ts'
import { Avatar } from '#web/ui/avatar.tsx'

/** The menu's button, which shows the signed-in user. The other props make it open the menu. */
export function ViewerButton({ viewer, ...rest }: ComponentProps<'button'> & { viewer: User }) {
  return (
    <button {...rest} type="button" className="flex shrink-0 rounded-full">
      <Avatar src={viewer.profileImageUrl} fallback={initials(viewer)} className="!size-11" />
      <span className="sr-only">Menu of {isolated(fullName(viewer))}</span>
    </button>
  )
}
