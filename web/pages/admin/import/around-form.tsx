import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { listCampuses } from '#contract/campuses.ts'
import { read } from '#web/api/queries.ts'
import { focusWrong } from '#web/lib/focus-wrong.ts'
import { useSearchParams } from '#web/lib/search-params.ts'
import { Button, type ButtonVariant } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'
import { Slider } from '#web/ui/slider.tsx'

const radii = { least: 1, most: 25, usual: 5 } as const

/** The area in which to search for places. */
export type Around = { campusCode: string; miles: number }

export const nowhere: Around = { campusCode: '', miles: radii.usual }

/** The search in the URL, so that Back and a reload show it again. */
export function useAround() {
  const { search, refine } = useSearchParams()
  return { around: aroundIn(search), search, refine }
}

function aroundIn({ campusCode, miles }: Record<string, unknown>): Around | undefined {
  if (typeof campusCode !== 'string' || campusCode === '' || miles === undefined) return undefined
  const whole = Math.round(Number(miles))
  const isInRange = whole >= radii.least && whole <= radii.most
  return { campusCode, miles: isInRange ? whole : radii.usual }
}

interface AroundFormProps {
  /** The area in the URL, if any. */
  around: Around | undefined
  disabled: boolean
  actions: readonly {
    label: string
    icon: ReactNode
    variant?: ButtonVariant
    busy: boolean
    run: (around: Around) => void
  }[]
}

/** Chooses a campus and a radius in miles. */
export function AroundForm({ around = nowhere, disabled, actions }: AroundFormProps) {
  const { data: campuses = [] } = useQuery(read(listCampuses))
  const [campusCode, setCampusCode] = useState(around.campusCode)
  const [miles, setMiles] = useState<number>(around.miles)
  const [problem, setProblem] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  const refuse = () => {
    flushSync(() => setProblem('No campus selected'))
    focusWrong(box.current)
  }
  return (
    <div ref={box} className="grid items-start gap-x-8 gap-y-5 lg:grid-cols-[2fr_3fr_auto]">
      <Field label="Campus" error={problem} required>
        <Select
          value={campusCode}
          onChange={event => {
            setCampusCode(event.target.value)
            setProblem(undefined)
          }}
          disabled={disabled}
          empty="Select a campus"
          options={campuses.map(({ code, name }) => [code, name])}
        />
      </Field>
      <Slider
        label="Search radius"
        unit={['mile', 'miles']}
        min={radii.least}
        max={radii.most}
        value={miles}
        onChange={setMiles}
        disabled={disabled}
      />
      <div className="flex flex-wrap gap-2 max-lg:*:flex-1 lg:mt-7.5">
        {actions.map(({ label, run, ...button }) => (
          <Button
            key={label}
            {...button}
            disabled={disabled}
            onClick={() => (campusCode === '' ? refuse() : run({ campusCode, miles }))}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}
