import { zodResolver } from '@hookform/resolvers/zod'
import { useForm, useFormState } from 'react-hook-form'
import * as z from 'zod/mini'
import type { AdminRating } from '#contract/admin-ratings.ts'
import { Comment, RatingValue } from '#contract/ratings.ts'
import { putFieldErrors } from '#web/api/field-errors.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { RatingFields } from './rating-fields.tsx'
import { ratingName } from './rating-rows.tsx'
import { useUpdateRating } from './use-rating-writes.ts'

const Form = z.object({ value: RatingValue, comment: Comment })

interface EditRatingDialogProps {
  rating: AdminRating
  open: boolean
  onClose: () => void
}

export function EditRatingDialog({ rating, open, onClose }: EditRatingDialogProps) {
  const form = useForm<z.input<typeof Form>, unknown, z.output<typeof Form>>({
    resolver: zodResolver(Form),
    defaultValues: { value: rating.value, comment: rating.comment ?? '' },
  })
  const { errors } = useFormState({ control: form.control })
  const update = useUpdateRating(error => putFieldErrors(error, form))
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Edit Rating"
      description={ratingName(rating)}
      form={form}
      onSubmit={body => update.mutateAsync({ params: { id: String(rating.id) }, body })}
      submitLabel="Update Rating"
    >
      <RatingFields
        value={form.register('value', { valueAsNumber: true })}
        comment={form.register('comment')}
        errors={errors}
      />
    </FormDialog>
  )
}
