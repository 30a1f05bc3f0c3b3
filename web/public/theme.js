// Runs before the first paint, so that a chosen theme never flashes in the other one. web/lib/theme.ts does the rest.
try {
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') {
    document.documentElement.dataset.theme = theme
    for (const meta of document.querySelectorAll('meta[name="theme-color"]')) {
      meta.media = meta.dataset.scheme === theme ? 'all' : 'not all'
    }
  }
} catch {
  // Without storage the system's scheme stands.
}
