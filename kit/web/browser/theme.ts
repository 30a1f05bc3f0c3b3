import { readStored, writeStored } from './device-storage.ts'

/** 'system' follows the device. */
export type Theme = 'system' | 'light' | 'dark'

const key = 'theme'
const listeners = new Set<() => void>()

export function readTheme(): Theme {
  return parseTheme(document.documentElement.dataset.theme)
}

/** Called before the first paint, so that the page doesn't flash in the wrong theme. */
export function applyStoredTheme(): void {
  const theme = parseTheme(readStored(key))
  if (theme !== 'system') applyTheme(theme)
}

export function setTheme(theme: Theme): void {
  // If storage is blocked, the choice lasts as long as the page.
  writeStored(key, theme === 'system' ? null : theme)
  applyTheme(theme)
  for (const listener of listeners) listener()
}

/** Called once, at startup: applies a theme chosen in another tab. */
export function followThemeOfOtherTabs(): void {
  addEventListener('storage', event => {
    if (event.key !== key && event.key !== null) return
    applyTheme(parseTheme(event.newValue))
    for (const listener of listeners) listener()
  })
}

export function parseTheme(text: string | null | undefined): Theme {
  return text === 'light' || text === 'dark' ? text : 'system'
}

function applyTheme(theme: Theme): void {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const scheme = meta.dataset.scheme ?? 'light'
    if (theme === 'system') meta.media = `(prefers-color-scheme: ${scheme})`
    else meta.media = scheme === theme ? 'all' : 'not all'
  }
}

export function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
