import { type FormEvent, useId, useState } from 'react'
import { type Restaurant, TeamRating } from '#contract/restaurants.ts'
import { type TeamRatingField, teamRatingsOf } from '#domain/team-ratings.ts'
import { useDraftState } from '#web/lib/drafts.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { useEditTeamRatings } from './use-edit-team-ratings.ts'

interface TeamRatingsDialogProps {
  restaurant: Restaurant
  open: boolean
  onClose: () => void
}

type Texts = Partial<Record<TeamRatingField, string>>
const untouched: Texts = {}

/** The ratings of the named team, for administrators; an empty one counts as 0. */
export function TeamRatingsDialog({ restaurant, open, onClose }: TeamRatingsDialogProps) {
  const formId = useId()
  const team = teamRatingsOf(restaurant)
  const [texts, setTexts] = useDraftState<Texts>(`team ratings ${restaurant.id}`, untouched)
  const [checked, setChecked] = useState(false)
  const edit = useEditTeamRatings(() => {
    setTexts(untouched)
    onClose()
  })
  const entries = team.map(({ name, field, value }) => {
    const text = texts[field] ?? String(value)
    const result = TeamRating.safeParse(text.trim() === '' ? 0 : Number(text))
    return { name, field, text, result, error: result.success ? undefined : result.error.issues[0]?.message }
  })

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (edit.isPending || entries.some(({ error }) => error)) return
    const body = Object.fromEntries(entries.map(({ field, result }) => [field, result.data]))
    edit.mutate({ params: { id: String(restaurant.id) }, body })
  }

  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Edit Team Ratings"
      description={restaurant.name}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={edit.isPending}>
            Update Ratings
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid grid-cols-2 gap-4">
        {entries.map(({ name, field, text, error }) => (
          <Field key={field} label={name} error={checked ? error : undefined}>
            <Input
              type="number"
              inputMode="numeric"
              min={0}
              max={5}
              step={1}
              value={text}
              onChange={event => setTexts({ ...texts, [field]: event.target.value })}
              className="tabular-nums"
            />
          </Field>
        ))}
      </form>
    </Dialog>
  )
}
