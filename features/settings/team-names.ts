import { onlyVisible } from '#kit/rules/texts/text.ts'

const maxTeamNames = 7
export const defaultTeamNames = ['Eric', 'Joey', 'Anna', 'Ben', 'Claire', 'David', 'Grace']

/** The setting's value: one first name per line, letters only, at most seven; an unusable setting means the default. */
export function parseTeamNames(setting: string | null): string[] {
  const names = (setting ?? '')
    .split('\n')
    .map(onlyVisible)
    .filter(name => /^\p{L}+$/u.test(name) && !isTaken(name))
  return names.length > 0 ? [...new Set(names)].slice(0, maxTeamNames) : defaultTeamNames
}

/** Reads the team's names as they were typed; `problem` says what is wrong with them, null if nothing is. */
export function readTeamNames(text: string): { names: string[]; problem: string | null } {
  const names = text.split('\n').flatMap(line => onlyVisible(line).normalize('NFC') || [])
  return { names, problem: problemOf(names) }
}

function problemOf(names: string[]): string | null {
  if (names.length === 0) return 'You must specify at least one name'
  if (names.length > maxTeamNames) return `At most ${maxTeamNames} names are allowed`
  const odd = names.find(name => !/^\p{L}{1,40}$/u.test(name) || isTaken(name))
  if (odd !== undefined) return `"${odd.slice(0, 40)}" can’t be a name here: use letters only`
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  return twice === undefined ? null : `"${twice}" appears twice`
}

// `ratingCount` is already a restaurant's number of ratings.
export const isTaken = (name: string): boolean => name === 'Count'
