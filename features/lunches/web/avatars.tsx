import { clsx } from 'clsx'
import { isolated } from '#kit/rules/texts/isolated.ts'
import { fullName, initials } from '#kit/rules/texts/person-names.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import type { LunchPerson } from '../lunch-options.ts'

interface AvatarsProps {
  people: readonly LunchPerson[]
  /** The maximum number of circles, including the one for how many more there are. */
  max: number
  /** Opens the lunch's page, which has all names. */
  onOpen: () => void
}

/** Overlapping profile images and how many more there are: a button to where everybody can read the names. */
export function Avatars({ people, max, onOpen }: AvatarsProps) {
  if (people.length === 0) return null
  const shown = people.length > max ? people.slice(0, max - 1) : people
  const more = people.length - shown.length
  const names = people.map(person => isolated(fullName(person))).join(', ')
  return (
    <button
      type="button"
      onClick={onOpen}
      title={names}
      className="grid min-h-11 min-w-11 shrink-0 place-items-center rounded-sm hover:bg-sunken"
    >
      <span className="sr-only">In: {names}</span>
      <span aria-hidden="true" className="flex items-center -space-x-1">
        {shown.map(person => (
          <PersonAvatar key={person.id} person={person} />
        ))}
        {more > 0 && (
          <span
            className={clsx(
              'grid h-8 place-items-center rounded-full bg-sunken font-semibold text-[length:calc(var(--spacing)*3)] text-muted tabular-nums ring-2 ring-raised',
              more > 9 ? 'px-1.5' : 'w-8',
            )}
          >
            +{more}
          </span>
        )}
      </span>
    </button>
  )
}

export function PersonAvatar({ person }: { person: LunchPerson }) {
  return (
    <Avatar
      src={person.profileImageUrl}
      fallback={initials(person)}
      size="small"
      className="ring-2 ring-raised"
    />
  )
}
