import { useId, useState } from 'react'
import type { Restaurant } from '#contract/restaurants.ts'
import { fieldLabels, fieldText } from '#web/features/restaurants/field-labels.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { type Field, mergeEdits, pickWithPaired, type Versions } from './edit-conflict.ts'
import type { CheckedRestaurant } from './restaurant-form-values.ts'

interface EditConflictDialogProps extends Versions {
  campuses: readonly { code: string; name: string }[]
  /** null: nothing is saved, and the form stays as it is. */
  onAnswer: (values: CheckedRestaurant | null) => void
}

/** Two administrators changed the same details: shows both versions, and the one who saves later decides. */
export function EditConflictDialog({ mine, base, theirs, campuses, onAnswer }: EditConflictDialogProps) {
  const { values, differences, taken } = mergeEdits(mine, base, theirs)
  const [preferred, setPreferred] = useState<readonly Field[]>([])
  const textOf = (version: CheckedRestaurant | Restaurant, field: Field) =>
    fieldText(field, version[field], campuses)

  return (
    <Dialog
      onClose={() => onAnswer(null)}
      title="Someone else changed this restaurant while you were editing"
      description="Choose which values to keep. Nothing is saved until then."
      footer={
        <>
          <Button onClick={() => onAnswer(null)}>Back to the form</Button>
          <Button
            variant="primary"
            onClick={() => onAnswer({ ...values, ...pickWithPaired(theirs, preferred) })}
          >
            Save my choice
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        {differences.map(field => (
          <Choice
            key={field}
            label={fieldLabels[field]}
            mine={textOf(mine, field)}
            theirs={textOf(theirs, field)}
            isTheirs={preferred.includes(field)}
            onChange={isTheirs =>
              setPreferred(isTheirs ? [...preferred, field] : preferred.filter(other => other !== field))
            }
          />
        ))}
        {taken.length > 0 && (
          <p className="text-muted">
            Their other changes are kept: {taken.map(field => fieldLabels[field]).join(', ')}.
          </p>
        )}
      </div>
    </Dialog>
  )
}

interface ChoiceProps {
  label: string
  mine: string
  theirs: string
  isTheirs: boolean
  onChange: (isTheirs: boolean) => void
}

function Choice({ label, mine, theirs, isTheirs, onChange }: ChoiceProps) {
  const name = useId()
  const versions = [
    { whose: 'Your version', text: mine, chosen: !isTheirs, choose: () => onChange(false) },
    { whose: 'Saved version', text: theirs, chosen: isTheirs, choose: () => onChange(true) },
  ]
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold text-[0.9375rem]">{label}</legend>
      <div className="grid gap-3 sm:grid-cols-2">
        {versions.map(({ whose, text, chosen, choose }) => (
          <label
            key={whose}
            className="flex items-start gap-3 rounded-md border border-edge p-3 has-checked:border-terracotta has-checked:bg-terracotta-tint has-focus-visible:outline-3 has-focus-visible:outline-focus"
          >
            <input type="radio" name={name} checked={chosen} onChange={choose} className="mt-1 size-4.5" />
            <span className="min-w-0">
              <span className="block text-muted text-sm">{whose}</span>
              <span className="break-words">{text}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
