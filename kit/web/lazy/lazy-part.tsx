import { type ComponentType, useEffect } from 'react'
import { ErrorState } from '#kit/web/loading/error-state.tsx'
import { lazyCode } from './lazy-code.ts'
import { reloadIfOutdated } from './reload.ts'

interface Options<Props> {
  /** Shown while the code loads; by default nothing. */
  Placeholder?: ComponentType<Props>
  /** Shown if it can't be loaded; by default an error message with Retry. */
  Instead?: ComponentType<Props>
  errorTitle?: string
  /** Reloads the page, once, if it is from an earlier release. */
  reloads?: boolean
  keepsTrying?: boolean
}

/**
 * A part of a page whose code loads with its first use. If it can't be loaded, only this part is replaced by an error
 * message: the list or form around it, with anything typed there, must stay.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  options: Options<NoInfer<Props>> = {},
): ComponentType<Props> & { load: () => Promise<unknown> } {
  const { Placeholder, Instead, errorTitle = 'This part couldn’t be loaded', reloads, keepsTrying } = options
  const part = lazyCode(load, { keepsTrying })
  function LazyPart(props: Props) {
    const { code: Part, error, isLoading, retry } = part.useCode()
    useEffect(() => {
      if (reloads) reloadIfOutdated(error)
    }, [error])
    if (Part) return <Part {...props} />
    if (!error) return Placeholder && <Placeholder {...props} />
    if (Instead) return <Instead {...props} />
    return (
      <ErrorState
        title={errorTitle}
        message="Please check your connection and try again."
        onRetry={retry}
        retrying={isLoading}
      />
    )
  }
  return Object.assign(LazyPart, { load: part.load })
}
