import type { Plugin } from 'vite'

/** Fails the build if files have an import cycle: one of them would run before its imports are initialized. */
export function noCircles(): Plugin {
  return {
    name: 'no-circles',
    generateBundle(_options, bundle) {
      const imports = new Map(
        Object.values(bundle).flatMap(file => (file.type === 'chunk' ? [[file.fileName, file.imports]] : [])),
      )
      const circle = circleIn(imports)
      if (circle)
        this.error(`These files import each other: ${circle.join(' → ')}. See scripts/build/chunks.ts.`)
    },
  }
}

/** The names in an import cycle, with the first one repeated at the end; null if there is no cycle. */
export function circleIn(imports: Map<string, string[]>): string[] | null {
  const done = new Set<string>()
  const follow = (name: string, path: string[]): string[] | null => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name]
    if (done.has(name)) return null
    for (const next of imports.get(name) ?? []) {
      const circle = follow(next, [...path, name])
      if (circle) return circle
    }
    done.add(name)
    return null
  }
  for (const name of imports.keys()) {
    const circle = follow(name, [])
    if (circle) return circle
  }
  return null
}
