import type { Plugin } from 'vite'

/** Fails the build if files have an import cycle: one of them would run before its imports are initialized. */
export function failOnImportCycle(): Plugin {
  return {
    name: 'fail-on-import-cycle',
    generateBundle(_options, bundle) {
      const imports = new Map(
        Object.values(bundle).flatMap(file => (file.type === 'chunk' ? [[file.fileName, file.imports]] : [])),
      )
      const cycle = findImportCycle(imports)
      if (cycle)
        this.error(`These files import each other: ${cycle.join(' → ')}. See the groups in vite.config.ts.`)
    },
  }
}

/** The names in an import cycle, with the first one repeated at the end; null if there is no cycle. */
export function findImportCycle(imports: Map<string, string[]>): string[] | null {
  const done = new Set<string>()
  const follow = (name: string, path: string[]): string[] | null => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name]
    if (done.has(name)) return null
    for (const next of imports.get(name) ?? []) {
      const cycle = follow(next, [...path, name])
      if (cycle) return cycle
    }
    done.add(name)
    return null
  }
  for (const name of imports.keys()) {
    const cycle = follow(name, [])
    if (cycle) return cycle
  }
  return null
}
