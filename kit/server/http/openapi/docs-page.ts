import { escapeHtml } from '#kit/rules/texts/escape-html.ts'
import type { ApiDocument } from './document.ts'
import type { Json } from './schemas.ts'

type Parameter = { name: string; in: string; description: string; required: boolean; schema: Json }
type Content = { content?: Record<string, { schema: Json }> }
type Operation = {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters?: Parameter[]
  requestBody?: Content
  responses: Record<string, Content & { description?: string; $ref?: string }>
}

/** The API's description as a page to read. It has no scripts, so it opens everywhere and can be searched. */
export function docsPage(document: ApiDocument): string {
  const { info, tags, paths, components } = document
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method, call: call as Operation })),
  )
  const sections = tags.map(tag => ({
    ...tag,
    calls: calls.filter(({ call }) => call.tags.includes(tag.name)),
  }))
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(info.title)} API</title>
<meta name="description" content="Every call of the API of ${escapeHtml(info.title)}.">
<meta name="color-scheme" content="light dark">
<link rel="icon" type="image/svg+xml" href="/api/docs/logo.svg">
<link rel="stylesheet" href="/api/docs/styles.css">
</head>
<body>
<a class="skip" href="#calls">Skip to the calls</a>
<header><a href="/"><img src="/api/docs/logo.svg" alt="" width="40" height="40"> ${escapeHtml(info.title)}</a></header>
<main>
<h1>${escapeHtml(info.title)} API</h1>
<p>Version ${escapeHtml(info.version)}. The same as a file for programs: <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1).</p>
${introduction(info.description)}
<nav id="calls" aria-label="Subjects"><ul>
${sections.map(({ name }) => `<li><a href="#${name}">${name}</a></li>`).join('\n')}
<li><a href="#schemas">schemas</a></li>
</ul></nav>
${sections.map(section => sectionOf(section)).join('\n')}
<section aria-labelledby="schemas"><h2 id="schemas">schemas</h2>
${Object.entries(components.schemas)
  .map(([name, schema]) => `<h3 id="schema-${name}">${name}</h3>\n${schemaOf(schema)}`)
  .join('\n')}
</section>
</main>
</body>
</html>
`
}

type Section = {
  name: string
  description: string
  calls: { path: string; method: string; call: Operation }[]
}

const sectionOf = ({ name, description, calls }: Section) =>
  `<section aria-labelledby="${name}"><h2 id="${name}">${name}</h2><p>${prose(description)}</p>
${calls.map(callOf).join('\n')}
</section>`

function callOf({ path, method, call }: Section['calls'][number]): string {
  return `<details id="${call.operationId}"><summary><h3><span class="method ${method}">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code></h3> <span>${prose(call.summary)}</span></summary>
<p><code>${call.operationId}</code>. ${prose(call.description)}</p>
${parametersOf(call.parameters ?? [])}
${contentOf('Body', call.requestBody)}
<h4>Responses</h4>
<dl>
${Object.entries(call.responses).map(responseOf).join('\n')}
</dl>
</details>`
}

function parametersOf(parameters: Parameter[]): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(
    ({ name, in: place, required, description, schema }) =>
      `<dt><code>${name}</code> (${place}${required ? ', required' : ''})</dt><dd>${prose(description)} ${typeOf(schema)}</dd>`,
  )
  return `<h4>Parameters</h4>\n<dl>\n${rows.join('\n')}\n</dl>`
}

function contentOf(title: string, parts: Content | undefined): string {
  return Object.entries(parts?.content ?? {})
    .map(([type, { schema }]) => `<h4>${title} (${escapeHtml(type)})</h4>\n${schemaOf(schema)}`)
    .join('\n')
}

function responseOf([status, { $ref, description, content }]: [
  string,
  Operation['responses'][string],
]): string {
  if ($ref) return `<dt>${status}</dt><dd>${$ref.slice($ref.lastIndexOf('/') + 1)}: ${linkTo('Error')}</dd>`
  const bodies = Object.entries(content ?? {}).map(
    ([type, { schema }]) => `${escapeHtml(type)}: ${schemaOf(schema)}`,
  )
  return `<dt>${status}</dt><dd>${escapeHtml(description ?? '')}${bodies.length > 0 ? `. ${bodies.join('')}` : '.'}</dd>`
}

/** A schema with its fields, or the type if it has none. */
function schemaOf(schema: Json): string {
  const required = (schema.required ?? []) as string[]
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>)
  if (fields.length === 0) return `<span>${typeOf(schema)}</span>`
  const rows = fields.map(
    ([name, field]) =>
      `<dt><code>${name}</code>${required.includes(name) ? '' : ' (optional)'}</dt><dd>${field.properties ? schemaOf(field) : typeOf(field)}</dd>`,
  )
  return `<dl class="fields">\n${rows.join('\n')}\n</dl>`
}

const linkTo = (name: string) => `<a href="#schema-${name}">${name}</a>`

function typeOf(schema: Json): string {
  if (typeof schema.$ref === 'string') return linkTo(schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1))
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (choices) return choices.map(typeOf).join(' or ')
  if (schema.enum)
    return (schema.enum as unknown[]).map(value => `<code>${escapeHtml(String(value))}</code>`).join(' or ')
  if ('const' in schema) return `<code>${escapeHtml(String(schema.const))}</code>`
  if (schema.type === 'array') return `list of ${typeOf((schema.items ?? {}) as Json)}`
  if (schema.properties) return schemaOf(schema)
  const format = typeof schema.format === 'string' ? ` (${schema.format})` : ''
  return escapeHtml([schema.type ?? 'any'].flat().join(' or ') + format)
}

/** The introduction is Markdown with paragraphs, lists and code only. */
const introduction = (markdown: string) =>
  markdown
    .split('\n\n')
    .map(part =>
      part.startsWith('- ')
        ? `<ul>${part
            .split('\n')
            .map(line => `<li>${prose(line.slice(2))}</li>`)
            .join('')}</ul>`
        : `<p>${prose(part)}</p>`,
    )
    .join('\n')

const prose = (plain: string) => escapeHtml(plain).replaceAll(/`([^`]+)`/g, '<code>$1</code>')
