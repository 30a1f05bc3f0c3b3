import { clsx } from 'clsx'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { isolated } from '#kit/rules/texts/isolated.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import type { LunchPerson } from '../lunch-options.ts'
import { distinctInitials } from './distinct-initials.ts'

interface AvatarsProps extends Omit<FacesProps, 'among'> {
  /** Opens the lunch's page, which has all names. */
  onOpen: () => void
}

/**
 * Overlapping profile images, the viewer's own first, and how many more there are: a button to where everybody can read
 * the names.
 */
export function Avatars({ people: joined, max, onOpen }: AvatarsProps) {
  const viewer = useSignedIn()
  if (joined.length === 0) return null
  const people = joined.toSorted((a, b) => Number(b.id === viewer.id) - Number(a.id === viewer.id))
  const names = people.map(person => isolated(fullName(person))).join(', ')
  return (
    <button
      type="button"
      onClick={onOpen}
      title={names}
      className="grid min-h-11 min-w-11 shrink-0 items-center justify-items-start rounded-sm hover:bg-sunken"
    >
      <span className="sr-only">In: {names}</span>
      <Faces people={people} max={max} />
    </button>
  )
}

interface FacesProps {
  people: readonly LunchPerson[]
  /** The maximum number of circles, including the one for how many more there are. */
  max: number
  /** All whose initials are told apart. */
  among?: readonly LunchPerson[]
}

/** Overlapping profile images, and how many more there are. Decorative: the names are elsewhere. */
export function Faces({ people, max, among = people }: FacesProps) {
  const shown = people.length > max ? people.slice(0, max - 1) : people
  const more = people.length - shown.length
  return (
    <span aria-hidden="true" className="flex items-center -space-x-1">
      {shown.map(person => (
        <PersonAvatar key={person.id} person={person} among={among} />
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
  )
}

/** `among`: those who are shown together, whose initials tell them apart. */
export function PersonAvatar({ person, among }: { person: LunchPerson; among: readonly LunchPerson[] }) {
  return (
    <Avatar
      src={person.profileImageUrl}
      fallback={distinctInitials(person, among)}
      tint={person.id}
      size="small"
      className="ring-2 ring-raised"
    />
  )
}
