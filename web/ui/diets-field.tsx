import { type Diet, diets } from '#domain/diets.ts'
import { dietLabels } from '#web/lib/diet-labels.ts'
import { Checkbox } from '#web/ui/checkbox.tsx'

interface DietsFieldProps {
  label: string
  hint?: string
  value: readonly Diet[]
  onChange: (chosen: Diet[]) => void
}

export function DietsField({ label, hint, value, onChange }: DietsFieldProps) {
  return (
    <fieldset>
      <legend className="font-semibold text-[0.9375rem]">{label}</legend>
      {hint && <p className="text-muted text-sm">{hint}</p>}
      <div className="grid grid-cols-2 gap-x-4 sm:grid-cols-3">
        {diets.map(diet => (
          <Checkbox
            key={diet}
            label={dietLabels[diet]}
            checked={value.includes(diet)}
            onChange={event =>
              onChange(diets.filter(other => (other === diet ? event.target.checked : value.includes(other))))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}
