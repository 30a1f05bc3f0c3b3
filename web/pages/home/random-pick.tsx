import { lazy, Suspense } from 'react'
import { useSticky } from '#web/lib/state.ts'
import { useWhenIdle } from '#web/lib/when-idle.ts'
import type { RandomPickProps } from './open-pick.tsx'

const load = () => import('./open-pick.tsx')
const OpenPick = lazy(async () => ({ default: (await load()).OpenPick }))

/** The dialog of what was picked, as the address names it. */
export function RandomPick(props: RandomPickProps) {
  const wasOpened = useSticky(props.pick) !== undefined
  useWhenIdle(load)
  return (
    wasOpened && (
      <Suspense>
        <OpenPick {...props} />
      </Suspense>
    )
  )
}
