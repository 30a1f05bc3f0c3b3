import { closeDialogs } from '#web/kit/restaurant/dialog-search.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import type { RandomPickProps } from './open-pick.tsx'

const OpenPick = lazyDialog(async () => (await import('./open-pick.tsx')).OpenPick)

/** The dialog of what was picked, as the address names it. */
export function RandomPick(props: RandomPickProps) {
  return <OpenPick open={props.pick !== undefined} onClose={() => closeDialogs('pick')} {...props} />
}
