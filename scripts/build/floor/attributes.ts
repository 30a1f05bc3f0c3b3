import type { ESTree } from 'vite'
import { at, data } from './support.ts'

/** Without these a page works the same. */
const onlyNicer = new Set([
  'fetchpriority',
  'loading',
  'enterkeyhint',
  'spellcheck',
  'autocorrect',
  'virtualkeyboardpolicy',
  'writingsuggestions',
])

/** The attributes in what JSX is compiled to: `jsx('details', { name: … })`. */
export function attributesOf({ arguments: given }: ESTree.CallExpression | ESTree.NewExpression) {
  const [tag, props] = given
  if (tag?.type !== 'Literal' || typeof tag.value !== 'string' || props?.type !== 'ObjectExpression')
    return []
  const element = tag.value
  if (!Object.hasOwn(data.html.elements ?? {}, element)) return []
  return props.properties.flatMap(property => {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') return []
    const name = property.key.name.toLowerCase()
    if (onlyNicer.has(name)) return []
    const compat = at(data.html, 'elements', element, name) ?? at(data.html, 'global_attributes', name)
    return [{ names: [property.key.name], label: `<${element} ${name}>`, compat }]
  })
}
