/**
 * Some systems give the browser a language that isn't a locale ("C"). Libraries that format numbers with it, such as the
 * charts', would fail as soon as they are loaded.
 */
export function replaceInvalidLocale(): void {
  try {
    Intl.getCanonicalLocales(navigator.language)
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en-US', configurable: true })
  }
}
