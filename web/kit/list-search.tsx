import { useRef } from 'react'
import { useSearchText } from '#web/lib/search-text.ts'
import { useSlashKey } from '#web/lib/slash-key.ts'
import { SearchInput } from '#web/ui/input.tsx'

interface ListSearchProps {
  label: string
  /** What the address looks for. */
  q: string
  search: (q: string) => void
}

/** Keeps what is typed to itself until the typing pauses, so that a keystroke draws no rows. */
export function ListSearch({ label, q, search }: ListSearchProps) {
  const input = useRef<HTMLInputElement>(null)
  const { text, change } = useSearchText(q, search)
  useSlashKey(input)
  return (
    <SearchInput
      ref={input}
      label={label}
      placeholder={label}
      aria-keyshortcuts="/"
      value={text}
      onChange={change}
      maxLength={200}
      className="min-w-56 flex-1"
    />
  )
}
