import { useState } from 'react'
import * as z from 'zod/mini'
import { useWrite } from '#kit/web/api/use-write.ts'
import { changedValues } from '#kit/web/forms/changed-values.ts'
import { conflictIn } from '#kit/web/forms/edit-conflict.ts'
import { Text } from '#kit/web/forms/fields.tsx'
import { FormDialog } from '#kit/web/forms/form-dialog.tsx'
import { useForm } from '#kit/web/forms/use-form.ts'
import { useMergedSave } from '#kit/web/forms/use-merged-save.tsx'
import { type Restaurant, updateRestaurant } from '../../contract.ts'
import { TeamRating } from '../../place-fields.ts'
import { teamRatingsOf } from '../../team-ratings.ts'

const numberOf = z.transform((text: string) => (text.trim() === '' ? 0 : Number(text)))
const Form = z.record(z.string(), z.pipe(z.pipe(z.string(), numberOf), TeamRating))
type Ratings = z.output<typeof Form>

/** The ratings of the named team, for administrators. An empty input counts as 0. */
export function TeamRatingsDialog({ restaurant, onClose }: { restaurant: Restaurant; onClose: () => void }) {
  // Stays the version the user started from, even if others save in the meantime.
  const [base] = useState(restaurant)
  const team = teamRatingsOf(base)
  const form = useForm({
    draft: 'Edit Team Ratings',
    schema: Form,
    values: Object.fromEntries(team.map(({ field, value }) => [field, String(value)])),
  })
  const edit = useWrite(updateRestaurant, {
    touches: ['restaurants'],
    done: 'Restaurant ratings updated successfully',
    failed: error =>
      conflictIn(error)
        ? undefined
        : { title: 'Error', description: `Failed to update restaurant ratings: ${error.message}` },
  })
  const merged = useMergedSave<Restaurant, Ratings>({
    noun: 'restaurant',
    labels: Object.fromEntries(team.map(({ name, field }) => [field, name])),
    valuesOf: version => Object.fromEntries(teamRatingsOf(version).map(({ field, value }) => [field, value])),
    textOf: (field, { [field]: value }) => String(value ?? 0),
  })
  const save = async (values: Ratings, onto: Restaurant): Promise<unknown> => {
    const body = changedValues(values, onto)
    if (Object.keys(body).length === 0) return undefined
    return edit.mutateAsync({
      params: { id: String(base.id) },
      body: { ...body, expectedUpdatedAt: onto.updatedAt },
    })
  }

  return (
    <>
      <FormDialog
        onClose={onClose}
        title="Edit Team Ratings"
        description={base.name}
        form={form}
        onSubmit={mine => merged.save(mine, base, save)}
        submitLabel="Update Ratings"
      >
        <div className="grid grid-cols-2 gap-4">
          {team.map(({ name, field }) => (
            <Text
              key={field}
              {...form.field(field)}
              label={name}
              type="number"
              inputMode="numeric"
              min={0}
              max={5}
              step={1}
              controlClass="tabular-nums"
            />
          ))}
        </div>
      </FormDialog>
      {merged.question}
    </>
  )
}
