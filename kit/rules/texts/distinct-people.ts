import { isolated, sentence } from './isolated.ts'
import { fullName } from './person-names.ts'
import { foldName } from './search.ts'

type Account = { firstName: string; lastName: string; email: string }

/** What the listed people are called in sentences: with their email addresses where two have the same name. */
export function distinctPeople(listed: readonly Account[]): (account: Account) => string {
  // Someone may be listed with several things.
  const people = [...new Map(listed.map(person => [person.email, person])).values()]
  const counts = new Map<string, number>()
  for (const key of people.map(keyOf)) counts.set(key, (counts.get(key) ?? 0) + 1)
  return account =>
    (counts.get(keyOf(account)) ?? 0) > 1
      ? sentence`${fullName(account)} (${account.email})`
      : isolated(fullName(account))
}

const keyOf = (account: Account) => foldName(fullName(account))
