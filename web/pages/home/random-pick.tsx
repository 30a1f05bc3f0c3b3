import { closeDialogs } from '#web/shared/dialog-search.ts'
import { lazyDialog } from '#web/ui/lazy-dialog.tsx'
import type { RandomPickProps } from './opened/loaded-pick.tsx'

const LoadedPick = lazyDialog(async () => (await import('./opened/loaded-pick.tsx')).LoadedPick)

/** The dialog for the picked restaurant in the URL. */
export function RandomPick(props: RandomPickProps) {
  return <LoadedPick open={props.pick !== undefined} onClose={() => closeDialogs('pick')} {...props} />
}
