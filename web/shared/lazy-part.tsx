import { type ComponentType, useEffect, useState } from 'react'
import { CodeUnreachable, loadCode } from '#web/lib/load-code.ts'
import { reloadAt } from '#web/lib/reload.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

interface Options {
  /** Without it, nothing is shown while the code loads. */
  skeletonClass?: string
  errorTitle?: string
}

/**
 * A part of a page whose code loads with its first use. If it can't be loaded, only this part is replaced by an error
 * message: the list or form around it, with anything typed there, must stay.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { skeletonClass, errorTitle = 'This part couldn’t be loaded' }: Options = {},
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return function LazyPart(props: Props) {
    const [Shown, setShown] = useState(() => loaded)
    const [isLoading, setLoading] = useState(true)
    const [failure, setFailure] = useState<{ error: unknown }>()
    const isWanted = !Shown && isLoading
    useEffect(() => {
      if (!isWanted) return
      loadCode(load).then(
        component => {
          loaded = component
          setShown(() => component)
        },
        error => {
          setLoading(false)
          setFailure({ error })
        },
      )
    }, [isWanted])
    if (Shown) return <Shown {...props} />
    if (!failure) return skeletonClass && <Skeleton className={skeletonClass} />
    return (
      <ErrorState
        title={errorTitle}
        message="Please check your connection and try again."
        // An import that failed once may fail forever.
        onRetry={() => (failure.error instanceof CodeUnreachable ? setLoading(true) : reloadAt())}
        retrying={isLoading}
      />
    )
  }
}
