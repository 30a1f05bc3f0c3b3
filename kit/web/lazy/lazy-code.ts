import { startTransition, useEffect, useEffectEvent, useState } from 'react'
import { CodeUnreachable, loadCode } from './load-code.ts'
import { reloadAt } from './reload.ts'

const retryDelay = 2_000

export interface LazyCode<Code> {
  /** Loads it before it is needed. Code that is already loaded is there at once. */
  load: () => Promise<Code>
  useCode: (
    isWanted?: boolean,
    /** Called instead of returning the error, and should end `isWanted`. */
    onFailed?: (error: unknown) => void,
  ) => { code: Code | undefined; error: unknown; isLoading: boolean; retry: () => void }
}

/**
 * Code that loads when a component first wants it. It doesn't use Suspense: if the code can't be loaded, the page around
 * it and anything typed there must stay. `keepsTrying`: tries again by itself, once for all who wait, instead of failing.
 */
export function lazyCode<Code>(load: () => Promise<Code>, { keepsTrying = false } = {}): LazyCode<Code> {
  let loaded: { code: Code } | undefined
  let loading: Promise<Code> | undefined
  const attempt = async (): Promise<Code> => {
    try {
      loaded ??= { code: await loadCode(load) }
      return loaded.code
    } catch (error) {
      if (!keepsTrying) throw error
      await new Promise(resolve => setTimeout(resolve, retryDelay))
      return attempt()
    }
  }
  const loadOnce = () => {
    loading ??= attempt().finally(() => {
      loading = undefined
    })
    return loading
  }
  const useCode: LazyCode<Code>['useCode'] = (isWanted = true, onFailed) => {
    const [shown, setShown] = useState(() => (isWanted ? loaded : undefined))
    const [error, setError] = useState<unknown>()
    const [isTrying, setTrying] = useState(true)
    if (isWanted && !shown && loaded) setShown(loaded)
    const isLoading = isWanted && !shown && isTrying
    const fail = useEffectEvent((failure: unknown) => {
      if (onFailed) return onFailed(failure)
      setError(failure)
      setTrying(false)
    })
    useEffect(() => {
      if (!isLoading) return
      let isStillWanted = true
      loadOnce().then(
        // A transition, because what was loaded may take long to render.
        () => isStillWanted && startTransition(() => setShown(loaded)),
        failure => isStillWanted && fail(failure),
      )
      return () => {
        isStillWanted = false
      }
    }, [isLoading])
    // An import that failed once may fail until the page is loaded again.
    const retry = () => (error instanceof CodeUnreachable ? setTrying(true) : reloadAt())
    return { code: shown?.code, error, isLoading, retry }
  }
  return { load: loadOnce, useCode }
}
