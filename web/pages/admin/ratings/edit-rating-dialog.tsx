import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useFormState } from 'react-hook-form'
import * as z from 'zod/mini'
import { type AdminRating, updateAnyRating } from '#contract/admin-ratings.ts'
import { Comment, RatingValue } from '#contract/ratings.ts'
import { acceptUnchanged } from '#contract/unchanged.ts'
import { starCount } from '#domain/ratings.ts'
import { unlessConflict } from '#web/api/edit-conflict.ts'
import { useMergedSave } from '#web/api/use-merged-save.tsx'
import { useWrite } from '#web/api/use-write.ts'
import { changedValues } from '#web/lib/changed-values.ts'
import { useLatestUntilEdited } from '#web/lib/form-draft.ts'
import { useForm } from '#web/lib/use-form.ts'
import { type DialogProps, idParams } from '#web/shared/admin/row-actions.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { RatingFields } from './rating-fields.tsx'

const Form = z.object({ value: RatingValue, comment: Comment })
const valuesOf = ({ value, comment }: AdminRating) => ({ value, comment: comment ?? '' })

interface EditRatingDialogProps extends DialogProps {
  rating: AdminRating
  /** 'Ana Reyes’s rating of Blue Sky Cafe' */
  name: string
}

export function EditRatingDialog({ rating, name, onClose }: EditRatingDialogProps) {
  const version = useState(rating)
  const [base] = version
  const form = useForm<z.input<typeof Form>, unknown, z.output<typeof Form>>({
    resolver: zodResolver(acceptUnchanged(Form, valuesOf(base))),
    values: valuesOf(base),
    resetOptions: { keepDirtyValues: true },
  })
  const { errors, isDirty } = useFormState({ control: form.control })
  useLatestUntilEdited(rating, version, isDirty)
  const update = useWrite(updateAnyRating, {
    touches: ['restaurants'],
    form,
    done: 'Rating updated',
    failed: unlessConflict('Error updating rating'),
  })
  const merged = useMergedSave<AdminRating, z.output<typeof Form>>({
    noun: 'rating',
    labels: { value: 'Rating', comment: 'Comment' },
    valuesOf,
    textOf: (field, { value = 0, comment }) => (field === 'value' ? starCount(value) : comment || 'None'),
  })
  const save = async (values: z.output<typeof Form>, onto: AdminRating): Promise<unknown> => {
    const body = changedValues(values, valuesOf(onto))
    if (Object.keys(body).length === 0) return undefined
    return update.mutateAsync({ ...idParams(rating), body: { ...body, expectedUpdatedAt: onto.updatedAt } })
  }
  return (
    <>
      <FormDialog
        onClose={onClose}
        title="Edit Rating"
        description={name}
        form={form}
        onSubmit={mine => merged.save(mine, base, save)}
        submitLabel="Update Rating"
      >
        <RatingFields
          value={form.register('value', { valueAsNumber: true })}
          comment={form.register('comment')}
          errors={errors}
        />
      </FormDialog>
      {merged.question}
    </>
  )
}
