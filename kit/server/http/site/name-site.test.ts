import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { nameSite } from './single-page-app.ts'

const html = await readFile('app/web/index.html', 'utf8')

/** What a chat reads to show a link. */
function previewOf(page: string) {
  const meta = [...page.matchAll(/<meta (?:name|property)="(description|og:\w+)" content="([^"]*)"/g)]
  return {
    title: /<title>(.*?)<\/title>/s.exec(page)?.[1],
    ...Object.fromEntries(meta.map(([, key, value]) => [key, value])),
  }
}

test('the preview of a link has the names of this installation', () => {
  const description = 'Where the staff of Sample Parish decide where to have lunch.'
  expect(previewOf(nameSite(html, { appName: 'Noon', orgName: 'Sample Parish' }))).toEqual({
    title: 'Noon',
    description,
    'og:type': 'website',
    'og:site_name': 'Noon',
    'og:title': 'Noon',
    'og:description': description,
  })
})

test('names are text there, whatever they contain', () => {
  const name = `$& "<script>alert(1)</script>' $1 & Co`
  const page = nameSite(html, { appName: name, orgName: name })
  expect(page).not.toContain('<script>alert')
  const text = '$&amp; &quot;&lt;script&gt;alert(1)&lt;/script&gt;&#39; $1 &amp; Co'
  expect(previewOf(page)).toMatchObject({
    title: text,
    'og:title': text,
    'og:description': `Where the staff of ${text} decide where to have lunch.`,
  })
})
