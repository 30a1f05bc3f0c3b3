import type { ComponentProps } from 'react'
import type { User } from '#contract/people.ts'
import { fullName } from '#web/features/account/names.ts'
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx'
import { ViewerAvatar } from './viewer-avatar.tsx'

/** Who is signed in, as the button of the menu; what else it is given makes it open something. */
export function ViewerButton({ viewer, ...rest }: ComponentProps<'button'> & { viewer: User }) {
  return (
    <button {...rest} type="button" className="shrink-0 rounded-full">
      <ViewerAvatar viewer={viewer} />
      <VisuallyHidden>Menu of {fullName(viewer)}</VisuallyHidden>
    </button>
  )
}
