import fc from 'fast-check'
import type { Endpoint } from '#contract/endpoint.ts'
import { type FormPart, type FuzzBody, formFlaws } from './fuzz-request.ts'
import { asText, objectFor, schemaOf, strangeText, strangeValue, valueFor } from './fuzz-values.ts'

/** A body that the endpoint accepts, or one that it does not. */
export function bodyFor(endpoint: Endpoint, isWild: boolean): fc.Arbitrary<FuzzBody | null> {
  const { method, upload, body } = endpoint
  if (method === 'GET') return fc.constant(null)
  const schema = schemaOf(body) ?? {}
  if (upload) {
    const form = formFor(upload.field, schema, isWild)
    return isWild ? fc.oneof({ weight: 5, arbitrary: form }, { weight: 1, arbitrary: brokenBody }) : form
  }
  const fields = valueFor(schema, '', false).map(json => ({ json }))
  if (!isWild) return body ? fields : fc.constant(null)
  const bent = fc
    .tuple(
      valueFor(schema, '', true),
      fc.option(fc.tuple(fc.constantFrom('id', 'role', 'isPrimaryAdmin', 'constructor'), strangeValue)),
    )
    .map(([json, extra]) => ({ json: extra && isObject(json) ? { ...json, [extra[0]]: extra[1] } : json }))
  // `null` is the first choice, so that shrinking removes a body that did not cause the failure.
  const nothing = { weight: 1, arbitrary: fc.constant(null) }
  return fc.oneof(
    { withCrossShrink: true },
    nothing,
    { weight: 12, arbitrary: bent },
    { weight: 2, arbitrary: brokenBody },
  )
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const brokenBody: fc.Arbitrary<FuzzBody> = fc.oneof(
  fc.record({
    text: fc.constantFrom(
      ...['', '{', '{"a":', 'null', '"', '[1,', '\0', '\ufeff{}', '{"__proto__":{"a":1}}', '{"a":1}{"a":2}'],
      ...[
        '{"constructor":{"prototype":{"a":1}}}',
        '{"name":"\\ud800"}',
        '{"id":1,"id":{}}',
        'NaN',
        "{'a':1}",
      ],
      ...['a=1&b=2', '<a/>', '--x', '{"id":01}', '{"a":"\\u00"}', '\u00ff\u00fe'],
    ),
    type: fc.constantFrom(
      'application/json',
      'application/json',
      'text/plain',
      'multipart/form-data',
      'x',
      '',
    ),
  }),
  fc.record({
    text: fc.constantFrom('[', '{"a":', ' ', '"x",', '{"name":"x"},'),
    times: fc.constantFrom(2_000, 20_000, 60_000),
  }),
  strangeValue.map(json => ({ json })),
)

const files = [
  'picture.png',
  'picture.jpg',
  'places.csv',
  'ratings.csv',
  'backup',
  'empty',
  'text',
  'bomb.png',
  'half.jpg',
  'zip',
]

function formFor(
  field: string,
  schema: Parameters<typeof objectFor>[0],
  isWild: boolean,
): fc.Arbitrary<FuzzBody> {
  const right =
    field === 'file' ? ['places.csv', 'ratings.csv'] : field === 'backupFile' ? ['backup'] : files.slice(0, 2)
  const file = fc
    .constantFrom(...(isWild ? files : right))
    .map((name): FormPart => ({ name: field, file: name }))
  const fields = objectFor(schema, isWild).map(values =>
    Object.entries(values).map(([name, value]): FormPart => ({ name, text: asText(value) })),
  )
  const good = fc.tuple(fields, file).map(([parts, part]) => [...parts, part])
  if (!isWild) return good.map(form => ({ form }))
  const odd: fc.Arbitrary<FormPart> = fc.oneof(
    fc.record({ name: fc.constantFrom(field, 'other', '', '__proto__', 'a"b'), text: strangeText }),
    fc.record({
      name: fc.constantFrom(field, 'x'),
      text: fc.constant('x,'),
      times: fc.constantFrom(1, 9_000, 100_000),
    }),
    fc.record({ name: fc.constantFrom(field, 'other'), file: fc.constantFrom(...files) }),
  )
  return fc
    .tuple(good, fc.array(odd, { maxLength: 3 }), fc.option(fc.constantFrom(...formFlaws)))
    .map(([parts, more, flaw]) => ({ form: [...parts, ...more], ...(flaw && { flaw }) }))
}
