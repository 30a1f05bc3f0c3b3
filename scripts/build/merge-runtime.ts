import type { Plugin, Rolldown } from 'vite'

/**
 * Moves the bundler's runtime helpers to the beginning of the libraries chunk. The bundler always puts them into a
 * separate file of 400 bytes, which every page would wait for. All chunks that use them also import the libraries.
 */
export function mergeRuntime(): Plugin {
  return {
    name: 'merge-runtime',
    apply: 'build',
    // The code changes after file names are set. This changes the hash, or browsers could use a stale cached file.
    augmentChunkHash: ({ name }) => (name === 'libraries' ? 'with the helpers of 2026-11' : undefined),
    generateBundle: {
      order: 'pre',
      handler: (_options, bundle) => joinRuntime(bundle),
    },
  }
}

function joinRuntime(bundle: Rolldown.OutputBundle): void {
  const chunks = Object.values(bundle).filter(item => item.type === 'chunk')
  const runtime = chunks.find(({ name }) => name === 'rolldown-runtime')
  const libraries = chunks.find(({ name }) => name === 'libraries')
  const [code, own] = split(runtime?.code ?? '', /export\s*\{([^}]*)\};?/)
  if (!runtime || !libraries || !own) throw new Error('The build has no helpers to join with the libraries')

  const source = fileOf(runtime)
  const users = chunks.filter(({ imports }) => imports.includes(runtime.fileName))
  for (const chunk of users) {
    const [rest, names] = split(
      chunk.code,
      new RegExp(`import\\s*\\{([^}]*)\\}\\s*from\\s*["']\\./${source}["'];?`),
    )
    // A file's name is a hash of its imports, so it must already have imported the libraries.
    if (!names || (chunk !== libraries && !chunk.imports.includes(libraries.fileName)))
      throw new Error(`${chunk.fileName} uses the bundler's helpers, but not the libraries`)
    const taken =
      chunk === libraries
        ? `${asValues(code, own)};const ${names.map(([theirs, ours]) => `${ours}=${outer(theirs)}`)};`
        : `import{${names.map(([theirs, ours]) => `${outer(theirs)} as ${ours}`)}}from"./${fileOf(libraries)}";`
    chunk.code = taken + rest
    chunk.imports = chunk.imports.filter(name => name !== runtime.fileName)
  }
  delete bundle[runtime.fileName]
}

type Names = [before: string, after: string][]

/** Removes the statement from the code, and returns the names in its braces. */
function split(code: string, statement: RegExp): [rest: string, names: Names | undefined] {
  const names = statement
    .exec(code)?.[1]
    ?.split(',')
    .map((part): [string, string] => {
      const [before = '', after = before] = part.trim().split(' as ')
      return [before, after]
    })
  return [code.replace(statement, ''), names]
}

/** Wraps the helpers in a function, because their minified names could clash with those of the libraries. */
function asValues(code: string, names: Names): string {
  const outerNames = names.map(([, exported]) => outer(exported))
  const values = names.map(([local, exported]) => `${outer(exported)}:${local}`)
  return `const{${outerNames}}=(()=>{${code};return{${values}}})();export{${outerNames}}`
}

const outer = (name: string) => `runtime_${name}`

const fileOf = ({ fileName }: Rolldown.OutputChunk) => fileName.replace(/.*\//, '')
