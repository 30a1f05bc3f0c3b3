import { type ParseArgsConfig, parseArgs } from 'node:util'

/** Parses the script's options. At an unknown one, such as --help, it prints the known options and exits. */
export function optionsOf<const T extends NonNullable<ParseArgsConfig['options']>>(options: T) {
  try {
    return parseArgs({ options }).values
  } catch (error) {
    const names = Object.entries(options).map(([name, { type }]) =>
      type === 'string' ? `--${name} …` : `--${name}`,
    )
    const rest = names.length === 0 ? 'It takes no options.' : `It takes ${names.join(', ')}.`
    return stop(`${(error as Error).message}. ${rest}`)
  }
}

/** Splits a comma-separated option such as `--only`; undefined if it isn't given. Exits if it has an unknown name. */
export function parseNameList(
  given: string | undefined,
  known: readonly string[],
  option = '--only',
): string[] | undefined {
  const names = given?.split(',')
  const unknown = names?.filter(name => !known.includes(name)) ?? []
  if (unknown.length > 0)
    stop(`${option}: there is no ${unknown.join(', ')}, but ${[...new Set(known)].join(', ')}`)
  return names
}

export function stop(reason: string): never {
  console.error(`\n${reason}\n`)
  process.exit(1)
}
