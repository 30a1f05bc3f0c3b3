import type { LunchPerson } from '#contract/lunch-options.ts'
import { isolated } from '#domain/isolated.ts'
import { fullName, initials } from '#domain/person-names.ts'
import { Avatar } from '#web/ui/avatar.tsx'

interface AvatarsProps {
  people: readonly LunchPerson[]
  /** The maximum number of circles, including the one for how many more there are. */
  max: number
  /** Read out before the names: 'In:', 'Votes:'. */
  label: string
  size?: 'tiny' | 'small'
  /** Opens the lunch's page, which has all names. */
  onOpen: () => void
}

/** Overlapping profile images and how many more there are: a button to where everybody can read the names. */
export function Avatars({ people, max, label, size = 'small', onOpen }: AvatarsProps) {
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
      <span className="sr-only">
        {label} {names}
      </span>
      <span aria-hidden="true" className="flex items-center -space-x-1">
        {shown.map(person => (
          <PersonAvatar key={person.id} person={person} className={sizes[size]} />
        ))}
        {more > 0 && (
          <span
            className={`grid place-items-center rounded-full bg-sunken font-semibold text-muted tabular-nums ring-2 ring-raised ${sizes[size]} ${more > 9 ? '!w-auto px-1.5' : ''}`}
          >
            +{more}
          </span>
        )}
      </span>
    </button>
  )
}

export function PersonAvatar({ person, className = '' }: { person: LunchPerson; className?: string }) {
  return (
    <Avatar
      src={person.profileImageUrl}
      fallback={initials(person)}
      size="small"
      className={`ring-2 ring-raised ${className}`}
    />
  )
}

const sizes = {
  tiny: '!size-6 !text-[length:calc(var(--spacing)*2.5)]',
  small: '!size-8 !text-[length:calc(var(--spacing)*3)]',
}
