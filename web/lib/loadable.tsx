import { type ComponentType, lazy, useState } from 'react'

/**
 * A component whose code is loaded by `load` or by its first use inside a Suspense. Code that is already loaded
 * renders immediately: `lazy` would show the fallback first, which React then keeps for at least 300 ms.
 */
export function loadable<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> & { load: () => Promise<ComponentType<Props>> } {
  let loaded: ComponentType<Props> | undefined
  const loadComponent = async () => {
    loaded = await load()
    return loaded
  }
  const Lazy = lazy(async () => ({ default: await loadComponent() })) as ComponentType<Props>
  function Loadable(props: Props) {
    // Chosen only once: switching to another component would remount it and lose its state.
    const [Chosen] = useState(() => loaded ?? Lazy)
    return <Chosen {...props} />
  }
  return Object.assign(Loadable, { load: loadComponent })
}
