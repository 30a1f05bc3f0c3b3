import { join } from 'node:path/posix'
import type { Rolldown } from 'vite'
import { pages as listedPages } from '#app/web/pages.ts'

type Chunk = Rolldown.OutputChunk

/** Parts that a URL can open immediately, in addition to its page. */
const extraParts = {
  details: ['/app/web/restaurant/restaurant-dialogs.tsx', '/features/restaurants/web/artwork/artwork.tsx'],
  // The default section of Command Mode.
  section: ['/features/restaurants/web/admin/restaurants-section.tsx'],
}

/** The chunks that index.html loads, and those needed in addition by each page of the router and by each part. */
export function pageChunks(bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter(item => item.type === 'chunk')
  const holding = (module: string) =>
    chunks.find(({ moduleIds }) => moduleIds.some(id => id.endsWith(module)))
  const entry = holding('/app/web/main.tsx')
  if (!entry) throw new Error('The build has no chunk with app/web/main.tsx')
  const always = reach(bundle, [entry])
  const neededFor = (own: Chunk[]) => reach(bundle, own).filter(chunk => !always.includes(chunk))
  // The frame around the pages of signed-in users is loaded with each of them.
  const frame = holding('/app/web/frame/signed-in.tsx')
  const pages = listedPages.map(({ path, module, access }) => {
    const own = holding(join('/app/web', `${module}.tsx`))
    if (!own) throw new Error(`The build has no chunk for the page ${path}`)
    const hasFrame = access !== 'public' && access !== 'visitor'
    return { path, own, needed: neededFor(hasFrame && frame ? [own, frame] : [own]) }
  })
  const parts = Object.entries(extraParts).map(([name, modules]) => {
    const own = modules.map(holding)
    if (!own.every(chunk => chunk !== undefined)) throw new Error(`The build has no chunk for the ${name}`)
    return { path: name, needed: neededFor(own) }
  })
  return { entry, always, pages, parts }
}

/** All chunks of Home and the sign-in page: those loaded at first, and those loaded when a part is opened in them. */
export function startChunks(bundle: Rolldown.OutputBundle): { entry: Chunk; chunks: Chunk[] } {
  const { entry, pages } = pageChunks(bundle)
  const start = pages.filter(({ path }) => path === '/' || path === '/login')
  const otherPages = pages.filter(page => !start.includes(page)).map(({ own }) => own.fileName)
  const opened = ({ imports, dynamicImports }: Chunk) => [
    ...imports,
    ...dynamicImports.filter(name => !otherPages.includes(name)),
  ]
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
