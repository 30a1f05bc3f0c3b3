import { keep } from './device-storage.ts'

/** 'system' follows the device. web/boot.ts sets the stored choice before the first paint. */
export type Theme = 'system' | 'light' | 'dark'

const key = 'theme'
const listeners = new Set<() => void>()

export function readTheme(): Theme {
  return parseTheme(stored())
}

export function setTheme(theme: Theme): void {
  // Where storage is barred, the choice lasts as long as the page.
  keep(key, theme === 'system' ? null : theme)
  applyTheme(theme)
  for (const listener of listeners) listener()
}

/** Called once, at startup: applies a theme chosen in another tab. */
export function followThemeOfOtherTabs(): void {
  addEventListener('storage', event => {
    if (event.key !== key && event.key !== null) return
    applyTheme(readTheme())
    for (const listener of listeners) listener()
  })
}

export function parseTheme(text: string | null): Theme {
  return text === 'light' || text === 'dark' ? text : 'system'
}

export function applyTheme(theme: Theme): void {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset.theme
  else root.dataset.theme = theme
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) {
    const scheme = meta.dataset.scheme ?? 'light'
    if (theme === 'system') meta.media = `(prefers-color-scheme: ${scheme})`
    else meta.media = scheme === theme ? 'all' : 'not all'
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return document.documentElement.dataset.theme ?? null
  }
}

export function subscribeToTheme(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
