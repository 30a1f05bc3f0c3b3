let count = 0

/** What the form of a new account says, each time with another address. */
export function newcomer<Fields extends object>(fields: Fields = {} as Fields) {
  count += 1
  return {
    firstName: 'Nora',
    lastName: 'Newcomer',
    email: `nora${count}@example.org`,
    password: 'lunch at twelve',
    campusCode: 'brevard',
    department: 'Care',
    ...fields,
  }
}
