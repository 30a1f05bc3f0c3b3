import { useQuery } from '@tanstack/react-query'
import { clsx } from 'clsx'
import { CalendarPlus, MapPin, Share2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { addressOf } from '#kit/contract/endpoint.ts'
import { counted } from '#kit/rules/texts/counted.ts'
import { isolated } from '#kit/rules/texts/isolated.ts'
import { fullName } from '#kit/rules/texts/person-names.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { read } from '#kit/web/api/queries.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { useDialogTitle } from '#kit/web/browser/dialog-title.ts'
import { useServerNow } from '#kit/web/browser/now.ts'
import { EmptyState } from '#kit/web/loading/empty-state.tsx'
import { Loaded } from '#kit/web/loading/loaded.tsx'
import { Skeleton } from '#kit/web/loading/skeleton.tsx'
import { Dialog } from '#kit/web/overlays/dialog.tsx'
import { onPlainClick } from '#kit/web/router/link.tsx'
import { Button, buttonClass } from '#kit/web/ui/button.tsx'
import { getLunchCalendar } from '../../calendar-contract.ts'
import { getLunch, type Lunch } from '../../contract.ts'
import type { LunchOption } from '../../lunch-options.ts'
import { PersonAvatar } from '../avatars.tsx'
import { AlsoIn, DepartureBadge } from '../card/card-lines.tsx'
import { useIsDrawing } from '../card/draw.tsx'
import { JoinOrLeave } from '../card/join-or-leave.tsx'
import { Place } from '../card/place.tsx'
import { isIn, isUpcoming, placeLabel, seatsLeft, whenLabel } from '../lunch-texts.ts'
import { ComeEveryTime, StandingSection } from '../standing/standing-section.tsx'
import { PlaceFinder } from '../start/place-finder.tsx'
import { useLunchWrites } from '../use-lunch-writes.ts'
import { useLunches } from '../use-lunches.ts'
import { useDecidedAddress, usePlaceNames } from '../use-place-names.ts'
import { OpenVote } from '../vote/open-vote.tsx'
import { HostPanel } from './host-panel.tsx'
import { useShareLunch } from './share-lunch.ts'

interface LunchDialogProps {
  id: number
  onClose: () => void
  picture: (option: LunchOption) => ReactNode
  /** Opens the restaurant's details. */
  onOpenPlace: (restaurantId: number) => void
}

/** All about one lunch, including a past one opened through a link. */
export function LunchDialog(props: LunchDialogProps) {
  const { id, onClose } = props
  const listed = useLunches()?.find(lunch => lunch.id === id)
  const query = read(getLunch, { params: { id } })
  const { data: own } = useQuery({ ...query, enabled: listed === undefined })
  // In one place whichever reply comes first: moved, it would drop what is typed when the other one comes.
  const lunch = listed ?? own
  if (lunch) return <Panel lunch={lunch} {...props} />
  const frame = (content: ReactNode) => (
    <Dialog onClose={onClose} title="Lunch">
      {content}
    </Dialog>
  )
  return (
    <Loaded
      queries={[query]}
      label="Loading the lunch"
      skeletonClass="flex flex-col gap-3"
      skeleton={
        <>
          <Skeleton className="h-8 w-40" />
          <Skeleton className="h-24" />
        </>
      }
      frame={frame}
      failed={({ status }) =>
        status === 404 &&
        frame(
          <EmptyState title="Lunch not found" level={3} action={<Button onClick={onClose}>Close</Button>}>
            It was removed, or it is for another department.
          </EmptyState>,
        )
      }
    >
      {() => null}
    </Loaded>
  )
}

function Panel({ lunch, onClose, picture, onOpenPlace }: Omit<LunchDialogProps, 'id'> & { lunch: Lunch }) {
  const viewer = useSignedIn()
  const { appName, timeZone } = usePublicConfig()
  const writes = useLunchWrites(lunch)
  const now = useServerNow()
  const isDrawing = useIsDrawing(lunch)
  const when = whenLabel(lunch.leavesAt, now, timeZone)
  useDialogTitle(`Lunch at ${when}`, appName)
  const label = placeLabel(lunch, useLunches())
  const { decision } = lunch
  const { nameOf } = usePlaceNames(lunch)
  const address = useDecidedAddress(lunch)
  const isHost = lunch.host?.id === viewer.id
  const isAhead = isUpcoming(lunch, now)
  const isAlone = isAhead && isIn(lunch, viewer.id) && lunch.people.length === 1
  const { share, label: shareLabel } = useShareLunch(lunch)
  return (
    <Dialog
      onClose={onClose}
      title={`Lunch at ${when}`}
      description={isDrawing ? <span className="invisible">{label}</span> : label}
      focusesPanel
      footer={
        <>
          {!isAlone && (
            <Button icon={<Share2 />} onClick={share}>
              {shareLabel}
            </Button>
          )}
          <JoinOrLeave lunch={lunch} writes={writes} />
        </>
      }
    >
      <div className="flex flex-col gap-6">
        {isAlone && (
          <section aria-labelledby="lunch-tell" className="flex flex-col items-start gap-2">
            <h3 id="lunch-tell" className="text-lg">
              Now tell the others
            </h3>
            <Button variant="primary" icon={<Share2 />} onClick={share}>
              {shareLabel}
            </Button>
          </section>
        )}
        <Facts lunch={lunch} isUpcoming={isAhead} />
        {lunch.state === 'voting' ? (
          <OpenVote lunch={lunch} writes={writes} />
        ) : (
          <section aria-label="Place" className="flex flex-col gap-3">
            <Place lunch={lunch} isDrawing={isDrawing} picture={picture} address={address} />
            {decision && (
              <Button
                className={clsx('self-start', isDrawing && 'invisible')}
                onClick={() => onOpenPlace(decision.restaurantId)}
              >
                About {decision.name.length > 30 ? 'this place' : nameOf(decision)}
              </Button>
            )}
            {!decision && isHost && isAhead && (
              <PlaceFinder
                label="Choose a place"
                campusCode={lunch.campusCode}
                leavesAt={lunch.leavesAt}
                exclude={[]}
                onChoose={({ id }) => writes.closeVote(id)}
              />
            )}
          </section>
        )}
        <People lunch={lunch} />
        {(isHost || viewer.isAdmin) && isAhead && (
          <HostPanel key={lunch.id} lunch={lunch} writes={writes} isHost={isHost} />
        )}
        <StandingSection lunch={lunch} />
      </div>
    </Dialog>
  )
}

function Facts({ lunch, isUpcoming }: { lunch: Lunch; isUpcoming: boolean }) {
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2">
        <DepartureBadge lunch={lunch} />
        {lunch.department && (
          <span className="text-muted text-sm">Only for {isolated(lunch.department)}</span>
        )}
      </div>
      <AlsoIn lunch={lunch} />
      {lunch.meetingPoint && (
        <p className="flex items-start gap-2 break-words">
          <MapPin className="mt-1 size-4 shrink-0" />
          <span className="min-w-0">{lunch.meetingPoint}</span>
        </p>
      )}
      <ComeEveryTime lunch={lunch} />
      {lunch.note && <p className="whitespace-pre-line break-words text-muted">{lunch.note}</p>}
      {isUpcoming && <AddToCalendar id={lunch.id} />}
    </div>
  )
}

function AddToCalendar({ id }: { id: number }) {
  const input = { params: { id } }
  const href = addressOf(getLunchCalendar, input)
  // The browser would show an error in place of the app, from where an app on the home screen has no way back.
  const check = useWrite(getLunch, {
    touches: [],
    failed: 'Couldn’t add it to a calendar',
    onSuccess: () => location.assign(href),
  })
  return (
    // No `download` attribute: with it, phones only save the file instead of opening the calendar.
    <a
      href={href}
      onClick={onPlainClick(() => check.mutate(input))}
      className={buttonClass({ variant: 'quiet', className: '-ml-3 self-start !px-3' })}
    >
      <CalendarPlus />
      Add to calendar
    </a>
  )
}

function People({ lunch }: { lunch: Lunch }) {
  const { host, people } = lunch
  const left = isUpcoming(lunch, useServerNow()) ? seatsLeft(lunch) : null
  return (
    <section aria-labelledby="lunch-people">
      <h3 id="lunch-people" className="mb-2 text-lg">
        {counted(people.length, 'person is in', 'people are in')}
        {left !== null && <span className="font-normal text-muted">, {counted(left, 'seat')} left</span>}
      </h3>
      <ul role="list" className="grid grid-cols-1 gap-2 sm:grid-cols-2">
        {people.map(person => (
          <li key={person.id} className="flex min-w-0 items-center gap-2">
            <PersonAvatar person={person} among={people} />
            <span className="min-w-0 break-words leading-snug">{fullName(person)}</span>
            {person.id === host?.id && <span className="shrink-0 text-muted text-sm">Host</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
