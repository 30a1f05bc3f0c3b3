import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useFormState } from 'react-hook-form'
import * as z from 'zod/mini'
import { type AdminRating, updateAnyRating } from '#contract/admin-ratings.ts'
import { Comment, RatingValue } from '#contract/ratings.ts'
import { acceptUnchanged } from '#contract/unchanged.ts'
import { restaurantQueries } from '#web/api/restaurant-queries.ts'
import { useWrite } from '#web/api/use-write.ts'
import { changedValues } from '#web/lib/changed-values.ts'
import { useForm } from '#web/lib/use-form.ts'
import { type DialogProps, idParams } from '#web/shared/admin/row-actions.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { RatingFields } from './rating-fields.tsx'

const Form = z.object({ value: RatingValue, comment: Comment })

interface EditRatingDialogProps extends DialogProps {
  rating: AdminRating
  /** 'Ana Reyes’s rating of Blue Sky Cafe' */
  name: string
}

export function EditRatingDialog({ rating, name, onClose }: EditRatingDialogProps) {
  // Stays the version the user started from, even if others save in the meantime: only changed fields are sent.
  const [base] = useState({ value: rating.value, comment: rating.comment ?? '' })
  const form = useForm<z.input<typeof Form>, unknown, z.output<typeof Form>>({
    resolver: zodResolver(acceptUnchanged(Form, base)),
    defaultValues: base,
  })
  const { errors } = useFormState({ control: form.control })
  const update = useWrite(updateAnyRating, {
    stale: restaurantQueries,
    form,
    done: 'Rating updated',
    failed: 'Error updating rating',
  })
  const save = async (values: z.output<typeof Form>): Promise<unknown> => {
    const body = changedValues(values, base)
    if (Object.keys(body).length === 0) return undefined
    return update.mutateAsync({ ...idParams(rating), body })
  }
  return (
    <FormDialog
      onClose={onClose}
      title="Edit Rating"
      description={name}
      form={form}
      onSubmit={save}
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
