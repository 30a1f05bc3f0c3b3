import type { Plugin } from 'vite'

/** Fails the build if files have an import cycle: one of them would run before its imports are initialized. */
export function failOnImportCycle(): Plugin {
  return {
    name: 'fail-on-import-cycle',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter(file => file.type === 'chunk')
      const cycle = findImportCycle(new Map(chunks.map(({ fileName, imports }) => [fileName, imports])))
      if (cycle)
        this.error(`These files import each other: ${cycle.join(' → ')}. See the groups in vite.config.ts.`)
    },
  }
}

/** The names in an import cycle, with the first one repeated at the end; undefined if there is no cycle. */
export function findImportCycle(imports: Map<string, string[]>): string[] | undefined {
  const done = new Set<string>()
  const follow = (name: string, path: string[]): string[] | undefined => {
    if (path.includes(name)) return [...path.slice(path.indexOf(name)), name]
    if (done.has(name)) return undefined
    done.add(name)
    return findIn(imports.get(name) ?? [], [...path, name])
  }
  const findIn = (names: Iterable<string>, path: string[]) =>
    [...names].map(name => follow(name, path)).find(cycle => cycle !== undefined)
  return findIn(imports.keys(), [])
}
