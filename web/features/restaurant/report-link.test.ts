import { expect, test } from 'vitest'
import { restaurantReportLink } from './report-link.ts'

const report = {
  restaurantName: 'Fish & Chips "No. 1"',
  campusName: 'East Asheville',
  viewer: { firstName: 'Ana', lastName: 'Sample', email: 'ana@example.org' },
}
const mailOnly = { reportInaccurateUrl: null, supportEmail: 'admin@example.org' }

test('the particulars are added to the form’s own parameters', () => {
  const config = { ...mailOnly, reportInaccurateUrl: 'https://forms.example.org/f?id=7' }
  const url = new URL(restaurantReportLink(config, report))
  expect(url.origin + url.pathname).toBe('https://forms.example.org/f')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    id: '7',
    restaurantName: 'Fish & Chips "No. 1"',
    campusName: 'East Asheville',
    respondantName: 'Ana Sample',
    respondantEmail: 'ana@example.org',
  })
})

test('without a form, a mail with the same particulars is prepared', () => {
  const link = restaurantReportLink(mailOnly, report)
  expect(link).toMatch(/^mailto:admin@example\.org\?/)
  const parameters = new URLSearchParams(link.slice(link.indexOf('?') + 1))
  expect(parameters.get('subject')).toContain('Fish & Chips')
  for (const particular of ['East Asheville', 'Ana Sample', 'ana@example.org']) {
    expect(parameters.get('body')).toContain(particular)
  }
})

test('an address that isn’t http is never linked to', () => {
  const link = restaurantReportLink({ ...mailOnly, reportInaccurateUrl: 'javascript:alert(1)' }, report)
  expect(link).toMatch(/^mailto:/)
})
