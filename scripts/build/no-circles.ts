import type { Plugin } from 'vite'

/** Ends the build where files import each other in a circle: the first of them runs before it has what it needs. */
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

/** A circle of names, its first one again at its end; null where there is none. */
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
