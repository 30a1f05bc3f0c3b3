import { SearchInput } from '#web/ui/search-input.tsx'
import { searchMaxLength } from './home-search.ts'

export function RestaurantSearch({ text, onChange }: { text: string; onChange: (text: string) => void }) {
  return (
    <div className="relative min-w-36 flex-1 max-[22rem]:min-w-26">
      <SearchInput
        label="Search restaurants"
        placeholder="Search restaurants..."
        value={text}
        onChange={onChange}
        maxLength={searchMaxLength}
      />
      {text === '' && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 right-3.5 hidden -translate-y-1/2 rounded-sm border border-line px-2 font-sans text-muted text-sm sm:pointer-fine:block"
        >
          /
        </span>
      )}
    </div>
  )
}
