import { type ParseArgsConfig, parseArgs } from 'node:util'

/** The options that a script was given. At one that there isn't, such as --help, it ends with those that there are. */
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

/** What `--only` names, separated by commas; undefined where it isn't given. Ends the script where it names what there isn't. */
export function namesIn(
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
