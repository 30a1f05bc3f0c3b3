/* What runs in the page before the application does. */

/** Takes away what Safari 16.4, Chrome 111 or Firefox 121 lack. */
export function removeNewerFeatures(): void {
  const newer: [object, string[]][] = [
    [AbortSignal, ['any']],
    [Map, ['groupBy']],
    [Object, ['groupBy']],
    [URL, ['parse', 'canParse']],
    [Promise, ['withResolvers', 'try']],
    [Array, ['fromAsync']],
    [Element.prototype, ['checkVisibility', 'setHTMLUnsafe', 'moveBefore']],
    [Set.prototype, ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf']],
    [String.prototype, ['isWellFormed', 'toWellFormed']],
    [HTMLElement.prototype, ['showPopover', 'hidePopover', 'togglePopover']],
    [Document.prototype, ['startViewTransition']],
    [window, ['requestIdleCallback', 'Iterator', 'navigation', 'scheduler', 'URLPattern', 'onscrollend']],
    [Navigator.prototype, ['userActivation', 'setAppBadge']],
  ]
  for (const [owner, names] of newer) for (const name of names) Reflect.deleteProperty(owner, name)
}

/** As with all cookies blocked. */
export function refuseStorage(): void {
  const refuse = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  }
  for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
    Object.defineProperty(window, name, { get: refuse })
  Object.defineProperty(window, 'BroadcastChannel', { value: refuse })
}

/** As when the disk is full. */
export function storeNothing(): void {
  const refuse = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError')
  }
  Object.assign(Storage.prototype, { setItem: refuse })
}
