import { expect, test } from 'vitest'
import { defaultTeamNames, parseTeamNames, readTeamNames } from './team-names.ts'

test('the setting has one name per line', () => {
  expect(parseTeamNames(' Zoë \nBen\r\n\nBen\n')).toEqual(['Zoë', 'Ben'])
})

test('entries that are not first names are ignored, and so is a name whose field already has another meaning', () => {
  expect(parseTeamNames('Ann Marie\nBen2\n__proto__\nCount\nEve')).toEqual(['Eve'])
})

test('at most seven names are used', () => {
  expect(parseTeamNames('A\nB\nC\nD\nE\nF\nG\nH\nI')).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G'])
})

test('without a usable setting, the default names apply', () => {
  expect(defaultTeamNames).toHaveLength(7)
  for (const setting of [null, '', ' \n ', '123\n-'])
    expect(parseTeamNames(setting)).toEqual(defaultTeamNames)
})

test('names are read as written, together with what is wrong with them', () => {
  expect(readTeamNames(' Zoe\u0308 \r\n\nBen\n')).toEqual({ names: ['Zoë', 'Ben'], problem: null })
  const problem = (text: string) => readTeamNames(text).problem
  expect(problem(' \n')).toBe('You must specify at least one name')
  expect(problem('A\nB\nC\nD\nE\nF\nG')).toBeNull()
  expect(problem('A\nB\nC\nD\nE\nF\nG\nH')).toBe('At most 7 names are allowed')
  expect(problem('Ann Marie')).toBe('"Ann Marie" can’t be a name here: use letters only')
  expect(problem('Ben\nCount')).toContain('"Count" can’t be a name here')
  expect(problem('Ben\nEve\nBen')).toBe('"Ben" appears twice')
})
