import { clsx } from 'clsx'
import { List, Map as MapIcon } from 'lucide-react'
import { useId } from 'react'

type ListView = 'list' | 'map'

/** Switches between list and map. On phones only the other option is visible. */
export function ViewSwitch({ view, onChange }: { view: ListView; onChange: (view: ListView) => void }) {
  const name = useId()
  return (
    <div
      role="radiogroup"
      aria-label="View"
      className="flex shrink-0 rounded-full border border-edge bg-raised has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-2"
    >
      {views.map(({ value, label, Icon }) => (
        <label
          key={value}
          title={label}
          className={clsx(
            'relative -m-px inline-flex min-h-11 min-w-11 items-center justify-center gap-2 rounded-full font-semibold transition-colors sm:px-4',
            value === view
              ? 'bg-terracotta text-on-terracotta max-sm:sr-only'
              : 'hover:text-terracotta-ink max-sm:text-terracotta-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            value={value}
            checked={value === view}
            onChange={() => onChange(value)}
            className="absolute inset-0 appearance-none rounded-full outline-none"
          />
          <Icon aria-hidden="true" className="size-4.5" />
          <span className="max-sm:sr-only">{label}</span>
        </label>
      ))}
    </div>
  )
}

const views = [
  { value: 'list', label: 'List', Icon: List },
  { value: 'map', label: 'Map', Icon: MapIcon },
] as const
