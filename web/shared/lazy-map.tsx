import { type ComponentType, useEffect, useState } from 'react'
import { CodeUnreachable, loadCode } from '#web/lib/load-code.ts'
import { reloadAt } from '#web/lib/reload.ts'
import { ErrorState } from '#web/ui/error-state.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/**
 * A map whose code loads with its first use. If it can't be loaded, only the map is replaced by an error message: the
 * list or form around it, with anything typed there, must stay. `onFailed` is called in that case.
 */
export function lazyMap<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  skeletonClass: string,
  onFailed?: (error: unknown) => void,
): ComponentType<Props> {
  let loaded: ComponentType<Props> | undefined
  return function LazyMap(props: Props) {
    const [Shown, setShown] = useState(() => loaded)
    const [failure, setFailure] = useState<{ error: unknown }>()
    const isWanted = !Shown && !failure
    useEffect(() => {
      if (!isWanted) return
      loadCode(load).then(
        component => {
          loaded = component
          setShown(() => component)
        },
        error => {
          setFailure({ error })
          onFailed?.(error)
        },
      )
    }, [isWanted])
    if (Shown) return <Shown {...props} />
    if (!failure) return <Skeleton className={skeletonClass} />
    return (
      <ErrorState
        title="The map couldn’t be loaded"
        message="Please check your connection and try again."
        // An import that failed once may fail forever.
        onRetry={() => (failure.error instanceof CodeUnreachable ? setFailure(undefined) : reloadAt())}
      />
    )
  }
}
