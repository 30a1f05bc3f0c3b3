import * as z from 'zod/mini'
import { acceptUnchanged } from '#kit/contract/unchanged.ts'
import { starCount } from '#kit/rules/stars.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { changedValues } from '#kit/web/forms/changed-values.ts'
import { unlessConflict } from '#kit/web/forms/edit-conflict.ts'
import { FormDialog } from '#kit/web/forms/form-dialog.tsx'
import { useMergedSave } from '#kit/web/forms/use-merged-save.tsx'
import { useRowForm } from '#kit/web/forms/use-row-form.ts'
import { type DialogProps, idParams } from '#kit/web/list/row-actions.tsx'
import { type AdminRating, updateAnyRating } from '../../admin-ratings-contract.ts'
import { Comment, RatingValue } from '../../contract.ts'
import { RatingFields } from './rating-fields.tsx'

const Form = z.object({ value: RatingValue, comment: Comment })
const valuesOf = ({ value, comment }: AdminRating) => ({ value, comment: comment ?? '' })

interface EditRatingDialogProps extends DialogProps {
  rating: AdminRating
  /** 'Ana Reyes’s rating of Blue Sky Cafe' */
  name: string
}

export function EditRatingDialog({ rating, name, onClose }: EditRatingDialogProps) {
  const form = useRowForm(rating, base => ({
    draft: 'Edit Rating',
    schema: acceptUnchanged(Form, valuesOf(base)),
    values: valuesOf(base),
  }))
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
        onSubmit={mine => merged.save(mine, form.base, save)}
        submitLabel="Update Rating"
      >
        <RatingFields value={form.field('value')} comment={form.field('comment')} />
      </FormDialog>
      {merged.question}
    </>
  )
}
