import { readFile } from 'node:fs/promises'
import { type ESTree, type Plugin, parseSync } from 'vite'

/** What the browser needs of an endpoint beside its address, to call it and to ask again. Types are not affected. */
const kept = ['topics', 'upload']

const contractModule =
  /\/(?:kit\/contract\/[^/?]+|features\/[^/]+\/(?:[\w-]+-)?(?:contract|fields|options|columns))\.ts$/
const half = /^(.*\/[^/?]+\.ts)\?(plain|schemas)$/

/**
 * Prepares the contract for the browser: strips the schemas from endpoints and splits each module into two halves. A
 * page that only makes calls then loads neither zod nor any schemas, which only forms use.
 */
export function browserContract(): Plugin {
  return {
    name: 'browser-contract',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^\.\/[^/?]+\.ts\?(plain|schemas)$/ },
      handler: (source, importer) => importer && new URL(source, `file://${importer}`).href.slice(7),
    },
    load: {
      filter: { id: half },
      async handler(id) {
        const [, file = '', part] = half.exec(id) ?? []
        const { plain, schemas } = splitContract(await readFile(file, 'utf8'), file.replace(/.*\//, './'))
        return { code: part === 'plain' ? plain : schemas, moduleType: 'ts', moduleSideEffects: false }
      },
    },
    transform: {
      filter: { id: contractModule },
      handler(_code, id) {
        const name = id.replace(/.*\//, './')
        const code = ['plain', 'schemas'].map(part => `export * from '${name}?${part}'`).join('\n')
        return { code, moduleSideEffects: false }
      },
    },
  }
}

interface Statement {
  names: string[]
  /** The identifiers in its code. */
  uses: string[]
  code: string
  isSchema: boolean
}

/** Splits the source of a module of the contract in two: the code that uses zod, and everything else. */
export function splitContract(code: string, name: string): { plain: string; schemas: string } {
  const imports: { names: string[]; code: string }[] = []
  const declarations: Declaration[] = []
  for (const statement of parseSync('contract.ts', code).program.body) {
    const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
    if (statement.type === 'ImportDeclaration') {
      const names = statement.specifiers.map(({ local }) => local.name)
      if (statement.importKind !== 'type') imports.push({ names, code: textOf(statement, code) })
    } else if (declaration?.type === 'VariableDeclaration' || declaration?.type === 'FunctionDeclaration')
      declarations.push(declaration)
  }
  const schemaNames = namesOfSchemas(declarations, code)
  const statements = declarations.map((declaration): Statement => {
    const names = namesOf(declaration)
    const slim = slimmed(declaration, code)
    const isSchema = names.some(name => schemaNames.has(name))
    const uses = identifiersIn(slim?.fields ?? declaration)
    return { names, isSchema, uses, code: slim?.code ?? pure(declaration, code) }
  })
  const half = (isSchema: boolean) => {
    const own = statements.filter(statement => statement.isSchema === isSchema)
    return {
      code: own.map(statement => statement.code),
      // No unused imports: imported modules would become part of every page that makes a call.
      imports: imports
        .filter(({ names }) => own.some(({ uses }) => names.some(name => uses.includes(name))))
        .map(item => item.code),
      names: own.flatMap(({ names }) => names).join(', '),
    }
  }
  const plain = half(false)
  const schemas = half(true)
  const source = (...lines: string[]) => lines.join('\n')
  return {
    plain: source(...plain.imports, ...plain.code, `export { ${plain.names} }`),
    schemas: source(
      ...schemas.imports,
      `import { ${plain.names} } from '${name}?plain'`,
      ...schemas.code,
      `export { ${schemas.names} }`,
    ),
  }
}

/** What uses zod, or something that does, which may be declared further down: functions are known before they run. */
function namesOfSchemas(declarations: readonly Declaration[], code: string): Set<string> {
  const found = new Set(['z'])
  const isSchema = (declaration: Declaration) =>
    slimmed(declaration, code) === null &&
    (isMade(declaration) || identifiersIn(declaration).some(name => found.has(name)))
  let size = 0
  while (size < found.size) {
    size = found.size
    for (const declaration of declarations.filter(isSchema))
      for (const name of namesOf(declaration)) found.add(name)
  }
  return found
}

const textOf = ({ start, end }: { start: number; end: number }, code: string) => code.slice(start, end)

type Declaration = ESTree.VariableDeclaration | ESTree.Function

function namesOf(declaration: Declaration): string[] {
  if (declaration.type !== 'VariableDeclaration') return declaration.id ? [declaration.id.name] : []
  return declaration.declarations.flatMap(({ id }) => (id.type === 'Identifier' ? id.name : []))
}

/** Whether a function call creates it, perhaps one that another module has for creating schemas. */
function isMade(declaration: Declaration): boolean {
  if (declaration.type !== 'VariableDeclaration') return false
  return declaration.declarations.some(({ init }) => init?.type === 'CallExpression')
}

/** An endpoint without the fields that only the server needs; null if it is something else. */
function slimmed(declaration: Declaration, code: string): { code: string; fields: ESTree.Node[] } | null {
  const [first] = declaration.type === 'VariableDeclaration' ? declaration.declarations : []
  const { init } = first ?? {}
  if (first?.id.type !== 'Identifier' || init?.type !== 'CallExpression') return null
  const [address, , definition] = init.arguments
  const isEndpoint = init.callee.type === 'Identifier' && init.callee.name === 'endpoint'
  if (!isEndpoint || address?.type !== 'Literal' || definition?.type !== 'ObjectExpression') return null
  const [method, path] = String(address.value).split(' ')
  const fields = definition.properties.filter(
    property =>
      property.type === 'Property' && property.key.type === 'Identifier' && kept.includes(property.key.name),
  )
  const text = [`method: '${method}'`, `path: '${path}'`, ...fields.map(field => textOf(field, code))].join(
    ', ',
  )
  return { code: `const ${first.id.name} = { ${text} }`, fields }
}

/** Wraps the value in a function call marked as pure, so that the bundler can drop it, whatever the code inside is. */
function pure(declaration: Declaration, code: string): string {
  if (declaration.type !== 'VariableDeclaration') return textOf(declaration, code)
  return declaration.declarations
    .flatMap(({ id, init }) =>
      id.type === 'Identifier' && init
        ? `const ${id.name} = /* @__PURE__ */ (() => (${textOf(init, code)}))()`
        : [],
    )
    .join('\n')
}

function identifiersIn(node: ESTree.Node | ESTree.Node[]): string[] {
  if (Array.isArray(node)) return node.flatMap(identifiersIn)
  if (node.type === 'Identifier') return [node.name]
  if (node.type.startsWith('TS') && !/^TS(As|Satisfies|NonNull)Expression$/.test(node.type)) return []
  return Object.values(node)
    .flat()
    .flatMap(part =>
      part && typeof part === 'object' && 'type' in part ? identifiersIn(part as ESTree.Node) : [],
    )
}
