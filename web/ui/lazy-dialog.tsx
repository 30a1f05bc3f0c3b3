import { type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { loadable } from '#web/lib/loadable.tsx'
import { useWhenIdle } from '#web/lib/when-idle.ts'

/** A dialog whose code comes once the page stands, or when it is opened for the first time. */
export function lazyDialog<Props extends { open: boolean }>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const Dialog = loadable(load)
  return function LazyDialog(props: Props) {
    const [wasOpened, setWasOpened] = useState(props.open)
    if (props.open && !wasOpened) setWasOpened(true)
    useWhenIdle(Dialog.load)
    return (
      wasOpened && (
        <Suspense>
          <Dialog {...props} />
        </Suspense>
      )
    )
  }
}
