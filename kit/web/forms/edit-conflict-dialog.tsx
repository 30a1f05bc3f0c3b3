import { useId, useState } from 'react'
import { Dialog } from '#kit/web/overlays/dialog.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { RadioCard } from '#kit/web/ui/inputs/pill.tsx'
import { type Mergeable, mergeEdits, type Versions } from './merge-edits.ts'

/** How the fields of what two people edited are shown. */
export interface EditedThing<Values extends object> extends Mergeable<keyof Values & string> {
  /** What it is called: 'campus'. */
  noun: string
  textOf: (field: keyof Values & string, version: Partial<Values>) => string
}

interface EditConflictDialogProps<Values extends object> {
  thing: EditedThing<Values>
  versions: Versions<Values>
  /** null: nothing is saved, and the form stays as it is. */
  onAnswer: (values: Values | null) => void
}

/** Two administrators changed the same details: shows both versions, and the one who saves later decides. */
export function EditConflictDialog<Values extends object>(props: EditConflictDialogProps<Values>) {
  const { thing, versions, onAnswer } = props
  const { differences, taken, withTheirs } = mergeEdits(versions, thing)
  const [preferred, setPreferred] = useState<readonly (keyof Values & string)[]>([])
  return (
    <Dialog
      onClose={() => onAnswer(null)}
      backCloses
      title={`Someone else changed this ${thing.noun} while you were editing`}
      description="Choose which values to keep. Nothing is saved until then."
      footer={
        <>
          <Button onClick={() => onAnswer(null)}>Back to the form</Button>
          <Button variant="primary" onClick={() => onAnswer(withTheirs(preferred))}>
            Save my choice
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        {differences.map(field => (
          <Choice
            key={field}
            label={thing.labels[field] ?? field}
            mine={thing.textOf(field, versions.mine)}
            theirs={thing.textOf(field, versions.theirs)}
            isTheirs={preferred.includes(field)}
            onChange={isTheirs =>
              setPreferred(isTheirs ? [...preferred, field] : preferred.filter(other => other !== field))
            }
          />
        ))}
        {taken.length > 0 && (
          <p className="text-muted">
            Their other changes are kept: {taken.map(field => thing.labels[field]).join(', ')}.
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
          <RadioCard key={whose} name={name} checked={chosen} onChange={choose} className="p-3">
            <span className="block text-muted text-sm">{whose}</span>
            <span className="wrap-anywhere whitespace-pre-line">{text}</span>
          </RadioCard>
        ))}
      </div>
    </fieldset>
  )
}
