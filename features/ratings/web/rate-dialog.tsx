import { useState } from 'react'
import * as z from 'zod/mini'
import { useDistinctName } from '#features/restaurants/web/distinct-names.tsx'
import { LongText } from '#kit/web/forms/fields.tsx'
import { FormDialog } from '#kit/web/forms/form-dialog.tsx'
import { useForm } from '#kit/web/forms/use-form.ts'
import { StarInput } from '#kit/web/ui/inputs/star-input.tsx'
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
  // During a save the optimistic cache already has the new rating; the button's label must not change yet.
  const [before, setBefore] = useState(saved)
  const form = useForm({
    draft: 'rating',
    schema: Form,
    values: { value: before?.value ?? 0, comment: before?.comment ?? '' },
  })
  const rate = useRate(restaurant, before, () => {
    form.discard()
    if (open) onClose()
  })
  if (!rate.isPending && before !== saved) setBefore(saved)
  const submit = async ({ value, comment }: z.output<typeof Form>) => {
    const isTyped = comment !== (before?.comment ?? '')
    await rate.mutateAsync({ value, ...(isTyped && { comment: comment.trim() || null }) })
  }
  const title = before ? 'Edit Your Rating' : 'Rate This Restaurant'
  return (
    open && (
      <FormDialog
        onClose={onClose}
        title={title}
        description={name}
        form={form}
        onSubmit={submit}
        asks={false}
        staysOpen
        busy={rate.isPending}
        submitLabel={before ? 'Update Rating' : 'Submit Rating'}
        disabled={form.typed.value === 0 || own === undefined}
        className="flex flex-col gap-6"
      >
        <div>
          <p className="mb-1 font-semibold text-[0.9375rem]">How was it?</p>
          <StarInput label={`Stars for ${name}`} {...form.field('value')} className="-ml-1.5" />
        </div>
        <LongText
          {...form.field('comment')}
          label="Comment"
          hint="Optional. Your colleagues see it with your name."
          maxLength={commentMaxLength}
          counter
          placeholder="What should others try?"
        />
      </FormDialog>
    )
  )
}

const Form = z.object({ value: z.number(), comment: z.string() })
