import { useSignedIn } from '#features/accounts/web/viewer.ts'
import { usePublicConfig } from '#kit/web/api/public-config.ts'
import { Field } from '#kit/web/forms/field.tsx'
import type { Lunch } from '../../contract.ts'
import { maxPlaces } from '../../lunch-fields.ts'
import { VotesLost } from '../card/card-lines.tsx'
import { SuggestPlaces } from '../dialog/suggest-places.tsx'
import { isIn, timeLabel } from '../lunch-texts.ts'
import { PlaceFinder } from '../start/place-finder.tsx'
import type { LunchWrites } from '../use-lunch-writes.ts'
import { useGroupOrder } from './group-order.tsx'
import { Vote } from './vote.tsx'

/** All places of an open vote; whoever is in may add more. */
export function OpenVote({ lunch, writes }: { lunch: Lunch; writes: LunchWrites }) {
  const viewer = useSignedIn()
  const { timeZone } = usePublicConfig()
  const groupOrder = useGroupOrder(lunch)
  return (
    <section aria-labelledby="lunch-vote" className="flex flex-col gap-2">
      <div>
        <h3 id="lunch-vote" className="text-lg">
          Vote{lunch.decidesAt && ` until ${timeLabel(lunch.decidesAt, timeZone)}`}
        </h3>
        <p className="text-muted text-sm">Tick every place you’d go to</p>
      </div>
      <VotesLost lunch={lunch} />
      {groupOrder.button}
      <Vote lunch={groupOrder.lunch} writes={writes} />
      {isIn(lunch, viewer.id) && lunch.options.length < maxPlaces && (
        <>
          <Field label="Add a place" className="mt-2">
            <PlaceFinder
              campusCode={lunch.campusCode}
              leavesAt={lunch.leavesAt}
              exclude={lunch.options.map(({ restaurantId }) => restaurantId)}
              onChoose={({ id, name }) => writes.addPlace(id, name)}
            />
          </Field>
          <SuggestPlaces lunch={lunch} writes={writes} />
        </>
      )}
    </section>
  )
}
