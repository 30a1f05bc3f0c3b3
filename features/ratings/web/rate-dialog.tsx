import { useState } from 'react'
import { useDistinctName } from '#features/restaurants/web/distinct-names.tsx'
import { useDraftState } from '#kit/web/forms/drafts.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { SubmitDialog } from '#kit/web/forms/old/submit-dialog.tsx'
import { StarInput } from '#kit/web/ui/inputs/star-input.tsx'
import { Textarea } from '#kit/web/ui/inputs/textarea.tsx'
import { commentMaxLength } from '../contract.ts'
import { useOwnRating } from './ratings-of.ts'
import { useRate } from './use-rate.ts'

interface RateDialogProps {
  restaurant: { id: number; name: string }
  open: boolean
  onClose: () => void
}

/** Rendered even while it isn’t open: what is typed survives closing by accident, and errors. */
export function RateDialog({ restaurant, open, onClose }: RateDialogProps) {
  const name = useDistinctName(restaurant)
  const own = useOwnRating(restaurant.id)
  const saved = own ?? null
  const [stars, setStars] = useDraftState<number | undefined>('stars', undefined)
  const [comment, setComment] = useDraftState<string | undefined>('comment', undefined)
  // During a save the optimistic cache already has the new rating; the button's label must not change yet.
  const [before, setBefore] = useState(saved)
  const rate = useRate(restaurant, before)
  if (!rate.isPending && before !== saved) setBefore(saved)

  const value = stars ?? before?.value ?? 0
  const submit = () => {
    rate.mutate(
      { value, ...(comment === undefined ? {} : { comment: comment.trim() || null }) },
      {
        onSuccess: () => {
          setStars(undefined)
          setComment(undefined)
          onClose()
        },
      },
    )
  }

  return (
    open && (
      <SubmitDialog
        onClose={onClose}
        title={before ? 'Edit Your Rating' : 'Rate This Restaurant'}
        description={name}
        onSubmit={submit}
        submitLabel={before ? 'Update Rating' : 'Submit Rating'}
        disabled={value === 0 || own === undefined}
        busy={rate.isPending}
        className="flex flex-col gap-6"
      >
        <div>
          <p className="mb-1 font-semibold text-[0.9375rem]">How was it?</p>
          <StarInput label={`Stars for ${name}`} value={value} onChange={setStars} className="-ml-1.5" />
        </div>
        <Field label="Comment" hint="Optional. Your colleagues see it with your name.">
          <Textarea
            value={comment ?? before?.comment ?? ''}
            onChange={event => setComment(event.target.value)}
            maxLength={commentMaxLength}
            counter
            placeholder="What should others try?"
          />
        </Field>
      </SubmitDialog>
    )
  )
}
