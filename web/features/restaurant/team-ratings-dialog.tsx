import { useState } from 'react'
import { type Restaurant, TeamRating } from '#contract/restaurants.ts'
import { type TeamRatingField, teamRatingsOf } from '#domain/team-ratings.ts'
import { changedValues } from '#web/lib/changed-values.ts'
import { useDraftState } from '#web/lib/drafts.ts'
import { Field } from '#web/ui/field.tsx'
import { Input } from '#web/ui/input.tsx'
import { SubmitDialog } from '#web/ui/submit-dialog.tsx'
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
  // The version being edited, even if others save meanwhile: only changed ratings are sent.
  const [base] = useState(restaurant)
  const [texts, setTexts] = useDraftState<Texts>(`team ratings ${base.id}`, untouched)
  const [checked, setChecked] = useState(false)
  const edit = useEditTeamRatings(onClose)
  const entries = teamRatingsOf(base).map(({ name, field, value }) => {
    const text = texts[field] ?? String(value)
    const result = TeamRating.safeParse(text.trim() === '' ? 0 : Number(text))
    return { name, field, text, result, error: result.success ? undefined : result.error.issues[0]?.message }
  })

  const submit = () => {
    setChecked(true)
    if (entries.some(({ error }) => error)) return
    const values = Object.fromEntries(entries.map(({ field, result }) => [field, result.data]))
    const body = changedValues(values, base)
    if (Object.keys(body).length === 0) return onClose()
    edit.mutate({ params: { id: String(base.id) }, body })
  }

  return (
    <SubmitDialog
      open={open}
      onClose={onClose}
      title="Edit Team Ratings"
      description={base.name}
      onSubmit={submit}
      submitLabel="Update Ratings"
      busy={edit.isPending}
      className="grid grid-cols-2 gap-4"
    >
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
    </SubmitDialog>
  )
}
