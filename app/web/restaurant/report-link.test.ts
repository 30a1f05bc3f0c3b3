import { expect, test } from 'vitest'
import { restaurantReportLink } from './report-link.ts'

const report = {
  restaurantName: 'Fish & Chips "No. 1"',
  campusName: 'East Asheville',
  viewer: { firstName: 'Ana', lastName: 'Sample', email: 'ana@example.org' },
}

test('the report’s details are added to the form’s own parameters', () => {
  const config = { reportInaccurateUrl: 'https://forms.example.org/f?id=7' }
  const url = new URL(restaurantReportLink(config, report) ?? '')
  expect(url.origin + url.pathname).toBe('https://forms.example.org/f')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    id: '7',
    restaurantName: 'Fish & Chips "No. 1"',
    campusName: 'East Asheville',
    respondantName: 'Ana Sample',
    respondantEmail: 'ana@example.org',
  })
})

test('without a configured form there is no external link', () => {
  expect(restaurantReportLink({ reportInaccurateUrl: null }, report)).toBeNull()
})

test('a URL that isn’t http(s) is never linked [T-58]', () => {
  expect(restaurantReportLink({ reportInaccurateUrl: 'javascript:alert(1)' }, report)).toBeNull()
})
