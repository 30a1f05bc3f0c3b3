import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { splitContract } from './browser-contract.ts'

const source = `
import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { line } from './fields.ts'
import { megabytes } from './sizes.ts'
export const longest = 40
export const kinds = ['a', 'b'] as const
const Name = line(longest, 'Name is required')
export const Form = z.object({ name: Name })
export type Form = z.output<typeof Form>
export const upload = endpoint('POST /api/things/:id', 'user', {
  summary: 'Add a thing',
  body: Form,
  upload: { field: 'file', maxBytes: megabytes(10), tooLarge: 'Too large' },
})
export function isLong(text: string): boolean {
  return text.length > longest
}
`

test('the plain half contains everything that does not use zod, and of endpoints only what calls need', () => {
  const { plain } = splitContract(source, './things.ts')
  expect(plain).toContain(
    "const upload = { method: 'POST', path: '/api/things/:id', upload: { field: 'file', maxBytes: megabytes(10), tooLarge: 'Too large' } }",
  )
  expect(plain).toContain('export { longest, kinds, upload, isLong }')
  expect(plain).toContain("import { megabytes } from './sizes.ts'")
  expect(plain).not.toContain('fields.ts')
  expect(plain).not.toContain('z.object')
  expect(plain).not.toContain('Add a thing')
})

test('the other half contains the schemas, each of which can be tree-shaken', () => {
  const { schemas } = splitContract(source, './things.ts')
  expect(schemas).toContain("import { longest, kinds, upload, isLong } from './things.ts?plain'")
  expect(schemas).toContain("const Name = /* @__PURE__ */ (() => (line(longest, 'Name is required')))()")
  expect(schemas).toContain('export { Name, Form }')
})

test('what uses a schema is one, too, also if that is declared further down', () => {
  const { plain, schemas } = splitContract(
    `import * as z from 'zod/mini'
export const line = (max: number) => lineOf(max)
function lineOf(max: number) {
  return z.string().check(z.maxLength(max))
}`,
    './things.ts',
  )
  expect(plain).not.toContain('lineOf')
  expect(schemas).toContain('export { line, lineOf }')
})

test('no code in the browser reads fields that endpoints don’t have in the browser, such as schemas', async () => {
  const endpoints: string[] = []
  for await (const file of glob('{kit/contract,features/*}/*.ts'))
    endpoints.push(
      ...[...(await readFile(file, 'utf8')).matchAll(/export const (\w+) = endpoint\(/g)].flatMap(
        ([, name]) => name ?? [],
      ),
    )
  expect(endpoints.length).toBeGreaterThan(90)
  const asked = new RegExp(`\\b(${endpoints.join('|')})\\.(params|query|body|replies|access|summary)\\b`, 'g')
  const found: string[] = []
  for await (const file of glob('{app/web,kit/web,features/*/web}/**/*.{ts,tsx}'))
    for (const [text] of (await readFile(file, 'utf8')).matchAll(asked)) found.push(`${file}: ${text}`)
  expect(found).toEqual([])
})
