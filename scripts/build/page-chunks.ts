import { readFile } from 'node:fs/promises'
import { type ESTree, parseSync, type Rolldown } from 'vite'

type Chunk = Rolldown.OutputChunk

/** Parts that a URL can open immediately, in addition to its page. */
const extraParts = {
  details: ['/web/shared/restaurant/restaurant-dialogs.tsx', '/web/features/restaurants/artwork.tsx'],
  // The default section of Command Mode.
  section: ['/web/pages/admin/restaurants/restaurants-section.tsx'],
}

/** The chunks that index.html loads, and those needed in addition by each page of the router and by each part. */
export async function pageChunks(bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter(item => item.type === 'chunk')
  const holding = (module: string) =>
    chunks.find(({ moduleIds }) => moduleIds.some(id => id.endsWith(module)))
  const entry = holding('/web/main.tsx')
  if (!entry) throw new Error('The build has no chunk with web/main.tsx')
  const always = reach(bundle, [entry])
  const neededFor = (own: Chunk[]) => reach(bundle, own).filter(chunk => !always.includes(chunk))
  const pages = pagesOf(await readFile('web/app/router.tsx', 'utf8')).map(([path, module]) => {
    const own = holding(module)
    if (!own) throw new Error(`The build has no chunk for the page ${path}`)
    return { path, own, needed: neededFor([own]) }
  })
  const parts = Object.entries(extraParts).map(([name, modules]) => {
    const own = modules.map(holding)
    if (!own.every(chunk => chunk !== undefined)) throw new Error(`The build has no chunk for the ${name}`)
    return { path: name, needed: neededFor(own) }
  })
  return { entry, always, pages, parts }
}

/** All chunks of Home and the sign-in page: those loaded at first, and those loaded when a part is opened in them. */
export async function startChunks(bundle: Rolldown.OutputBundle): Promise<{ entry: Chunk; chunks: Chunk[] }> {
  const { entry, pages } = await pageChunks(bundle)
  const start = pages.filter(({ path }) => path === '/' || path === '/login')
  const otherPages = pages.filter(page => !start.includes(page)).map(({ own }) => own.fileName)
  const opened = ({ imports, dynamicImports }: Chunk) =>
    [...imports, ...dynamicImports].filter(name => !otherPages.includes(name))
  return { entry, chunks: reach(bundle, [entry, ...start.flatMap(({ needed }) => needed)], opened) }
}

const importsOf = ({ imports }: Chunk) => imports

/** These chunks, and all chunks that they import directly or indirectly. */
function reach(bundle: Rolldown.OutputBundle, from: Chunk[], namesOf = importsOf): Chunk[] {
  const reached = new Set<Chunk>()
  const visit = (chunk: Rolldown.OutputBundle[string] | undefined) => {
    if (chunk?.type !== 'chunk' || reached.has(chunk)) return
    reached.add(chunk)
    for (const name of namesOf(chunk)) visit(bundle[name])
  }
  from.forEach(visit)
  return [...reached]
}

/** The paths of the router's pages, each with the module that it imports. */
function pagesOf(router: string): [path: string, module: string][] {
  const pages: [string, string][] = []
  let path: string | undefined
  const visit = (node: ESTree.Node) => {
    if (node.type === 'Property' && 'name' in node.key && node.key.name === 'path')
      path = 'value' in node.value ? String(node.value.value) : undefined
    if (node.type === 'ImportExpression' && path !== undefined && 'value' in node.source)
      pages.push([path, String(node.source.value).replace('#web/', 'web/')])
    for (const part of Object.values(node).flat())
      if (part && typeof part === 'object' && 'type' in part) visit(part as ESTree.Node)
  }
  visit(parseSync('router.tsx', router).program)
  return pages
}
