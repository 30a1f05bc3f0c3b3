import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import type { Endpoint } from '#kit/contract/endpoint.ts'

type Response = { content?: { 'application/json'?: { schema: object } } }
type Description = {
  paths: Record<string, Record<string, { responses: Record<string, Response & { $ref?: string }> }>>
  components: { responses: Record<string, Response> }
}

const file = new URL('../../../docs/openapi.json', import.meta.url)
const { paths, components } = JSON.parse(readFileSync(file, 'utf8')) as Description
const ajv = formats.default(new Ajv2020({ strict: false }))
const validators = new Map<object, ValidateFunction>()

/** Every reply is as the API's description (`npm run openapi`) says, judged by another program; throws if not. */
export function requireDescribed({ method, path }: Endpoint, status: number, body: unknown): void {
  const call = paths[path.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  const response = call?.responses[status]
  if (!response) throw new Error(`${method} ${path} ${status} is not in the description`)
  const shared = components.responses[response.$ref?.split('/').at(-1) ?? '']
  const schema = (shared ?? response).content?.['application/json']?.schema
  if (!schema) return
  const validate = validators.get(schema) ?? ajv.compile({ ...schema, components })
  validators.set(schema, validate)
  if (!validate(body)) throw new Error(`${method} ${path} ${status}: ${ajv.errorsText(validate.errors)}`)
}
