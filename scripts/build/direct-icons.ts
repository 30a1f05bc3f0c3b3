import { readFile } from 'node:fs/promises'
import type { Plugin } from 'vite'

const library = `${process.cwd()}/node_modules/lucide-react/dist/esm`
const from = /import \{([^}]*)\} from 'lucide-react'/g
const exported = /export \{([^}]*)\} from '\.\/icons\/([\w-]+\.mjs)'/g

/**
 * Imports each icon from its own module. If imported from the library's index, every page would seem to need every
 * icon, and no icon could go into the chunk of the page that shows it.
 */
export function directIcons(): Plugin {
  let files: Promise<Map<string, string>> | undefined
  return {
    name: 'direct-icons',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: /\/(?:app|kit|features)\/.*\.tsx?$/, code: /from 'lucide-react'/ },
      async handler(code) {
        files ??= iconFiles()
        const fileOf = await files
        return code.replace(from, (_, names: string) =>
          names
            .split(',')
            .map(name => name.trim())
            .filter(name => name !== '' && !name.startsWith('type '))
            .map(name => {
              const [icon = '', local = icon] = name.split(' as ')
              return `import ${local} from '${library}/icons/${fileOf.get(icon)}'`
            })
            .join(';'),
        )
      },
    },
  }
}

/** Maps the name of each icon to its module. */
async function iconFiles(): Promise<Map<string, string>> {
  const index = await readFile(`${library}/lucide-react.mjs`, 'utf8')
  return new Map(
    [...index.matchAll(exported)].flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']): [string, string] => [name, file]),
    ),
  )
}
