import { useEffect, useRef, useState } from 'react'
import { useDistinctName } from '#features/restaurants/web/distinct-names.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { StarInput } from '#kit/web/ui/inputs/star-input.tsx'
import type { Rating } from '../contract.ts'
import { useRate } from './use-rate.ts'

interface StarRowProps {
  restaurant: { id: number; name: string }
  /** The viewer's rating; null if there is none yet. */
  own: Rating | null
  /** A rating was chosen, or none should be. */
  onDone: () => void
}

/** Stars to rate in place. A tap rates at once; arrow keys only move, and Save or Enter rates. */
export function StarRow({ restaurant, own, onDone }: StarRowProps) {
  const name = useDistinctName(restaurant)
  const rate = useRate(restaurant, own)
  const [moved, setMoved] = useState<number>()
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const input =
      form.current?.querySelector<HTMLElement>('input:checked') ?? form.current?.querySelector('input')
    input?.focus({ preventScroll: true })
  }, [])
  const save = (value: number) => {
    rate.mutate({ value })
    onDone()
  }
  return (
    <form
      ref={form}
      onKeyDown={({ key }) => key === 'Escape' && onDone()}
      onSubmit={event => {
        event.preventDefault()
        if (moved !== undefined) save(moved)
      }}
      className="flex w-full items-center justify-end gap-x-1"
    >
      <StarInput
        label={`Your stars for ${name}`}
        value={moved ?? own?.value ?? 0}
        onChange={save}
        onMove={setMoved}
        isCompact
        className="min-w-0"
      />
      {moved !== undefined && (
        <Button size="small" variant="primary" type="submit" className="!px-3">
          Save
        </Button>
      )}
    </form>
  )
}
