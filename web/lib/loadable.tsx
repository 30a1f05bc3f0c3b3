import { type ComponentType, lazy, useState } from 'react'

/**
 * A component whose code comes when `load` is called, or with its first use inside a Suspense. What is there already is
 * rendered at once: `lazy` shows the fallback first, and React shows no fallback for less than 300 ms.
 */
export function loadable<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> & { load: () => Promise<ComponentType<Props>> } {
  let loaded: ComponentType<Props> | undefined
  const keep = async () => {
    loaded = await load()
    return loaded
  }
  const Lazy = lazy(async () => ({ default: await keep() })) as ComponentType<Props>
  function Loadable(props: Props) {
    // For good: in another component's place it would begin anew.
    const [Chosen] = useState(() => loaded ?? Lazy)
    return <Chosen {...props} />
  }
  return Object.assign(Loadable, { load: keep })
}
