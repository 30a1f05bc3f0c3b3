import { readFile } from 'node:fs/promises'
import { build } from 'rolldown'
import { type ESTree, type Plugin, parseSync, type Rolldown } from 'vite'
import { browserContract } from './browser-contract.ts'

const place = '<!-- boot -->'

/** Puts web/boot.ts into the page itself, with the names of the scripts that each page consists of. */
export function bootScript(): Plugin {
  return {
    name: 'boot-script',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const { output } = await build({
          input: 'web/boot.ts',
          plugins: [browserContract()],
          transform: { define: { pageScripts: JSON.stringify(await scriptsOfPages(bundle)) } },
          write: false,
          output: { format: 'iife', minify: true },
        })
        return html.replace(place, () => `<script>${output[0].code.trim()}</script>`)
      },
    },
  }
}

type Bundle = Rolldown.OutputBundle | undefined

/** By the path of a page: the scripts that it needs besides those that index.html names. */
async function scriptsOfPages(bundle: Bundle): Promise<Record<string, string[]>> {
  const chunks = Object.values(bundle ?? {}).filter(item => item.type === 'chunk')
  const closure = (chunk: Rolldown.OutputChunk | undefined): string[] => {
    const files = new Set<string>()
    const visit = (name: string) => {
      if (files.has(name)) return
      files.add(name)
      chunks.find(({ fileName }) => fileName === name)?.imports.forEach(visit)
    }
    if (chunk) visit(chunk.fileName)
    return [...files]
  }
  const always = closure(chunks.find(({ isEntry }) => isEntry))
  const pages = pagesOf(await readFile('web/app/router.tsx', 'utf8')).map(([path, module]) => {
    const own = chunks.find(({ moduleIds }) => moduleIds.some(id => id.endsWith(module)))
    return [
      path,
      closure(own)
        .filter(file => !always.includes(file))
        .map(file => `/${file}`),
    ]
  })
  return Object.fromEntries(pages)
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
