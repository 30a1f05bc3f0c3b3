import { closeDialogs } from '#web/kit/restaurant/dialog-search.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import type { RandomPickProps } from './open-pick.tsx'

const OpenPick = lazyDialog(async () => (await import('./open-pick.tsx')).OpenPick)

/** The dialog for the picked restaurant in the URL. */
export function RandomPick(props: RandomPickProps) {
  return <OpenPick open={props.pick !== undefined} onClose={() => closeDialogs('pick')} {...props} />
}
