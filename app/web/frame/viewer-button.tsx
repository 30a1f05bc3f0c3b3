import type { ComponentProps } from 'react'
import type { User } from '#features/accounts/people-contract.ts'
import { isolated } from '#kit/rules/texts/isolated.ts'
import { fullName, initials } from '#kit/rules/texts/person-names.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'

/** The menu's button, which shows the signed-in user. The other props make it open the menu. */
export function ViewerButton({ viewer, ...rest }: ComponentProps<'button'> & { viewer: User }) {
  return (
    <button {...rest} type="button" className="flex shrink-0 rounded-full">
      <Avatar
        src={viewer.profileImageUrl}
        fallback={initials(viewer)}
        tint={viewer.id}
        className="!size-11"
      />
      <span className="sr-only">Menu of {isolated(fullName(viewer))}</span>
    </button>
  )
}
