import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { listCampuses } from '#features/campuses/contract.ts'
import { read } from '#kit/web/api/queries.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { focusFirstInvalid } from '#kit/web/forms/focus-first-invalid.ts'
import { param } from '#kit/web/router/params.ts'
import { useParams } from '#kit/web/router/search-params.ts'
import { Button, type ButtonVariant } from '#kit/web/ui/button.tsx'
import { Select } from '#kit/web/ui/inputs/select.tsx'
import { Slider } from '#kit/web/ui/inputs/slider.tsx'

const radii = { min: 1, max: 25, default: 5 } as const

/** The area in which to search for places. */
export type SearchArea = { campusCode: string; miles: number }

export const noSearchArea: SearchArea = { campusCode: '', miles: radii.default }

const areaParams = {
  campusCode: param.text(),
  miles: (text: string) => param.whole(radii.min, radii.max)(text) ?? radii.default,
}

/** The area in the URL, so that Back and a reload show it again. */
export function useSearchArea(): SearchArea | undefined {
  const { campusCode, miles } = useParams(areaParams)
  return campusCode !== undefined && miles !== undefined ? { campusCode, miles } : undefined
}

interface SearchAreaFormProps {
  /** The area in the URL, if any. */
  area: SearchArea | undefined
  disabled: boolean
  actions: readonly SearchAction[]
}

export interface SearchAction {
  label: string
  icon: ReactNode
  variant?: ButtonVariant
  busy: boolean
  run: (area: SearchArea) => void
}

/** Chooses a campus and a radius in miles. */
export function SearchAreaForm({ area = noSearchArea, disabled, actions }: SearchAreaFormProps) {
  const { data: campuses = [] } = useQuery(read(listCampuses))
  const [campusCode, setCampusCode] = useState(area.campusCode)
  const [miles, setMiles] = useState<number>(area.miles)
  const [problem, setProblem] = useState<string>()
  const box = useRef<HTMLDivElement>(null)
  const reject = () => {
    flushSync(() => setProblem('No campus selected'))
    focusFirstInvalid(box.current)
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
        unit="mile"
        min={radii.min}
        max={radii.max}
        value={miles}
        onChange={setMiles}
        disabled={disabled}
      />
      <div className="flex flex-wrap gap-2 max-lg:*:flex-auto lg:mt-7.5">
        {actions.map(({ label, run, ...button }) => (
          <Button
            key={label}
            {...button}
            disabled={disabled}
            onClick={() => (campusCode === '' ? reject() : run({ campusCode, miles }))}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}
