import { clsx } from 'clsx'
import { X } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useId, useRef, useState } from 'react'
import { controlClass, useFieldControl } from '#kit/web/forms/field.tsx'
import { Spinner } from '#kit/web/loading/spinner.tsx'
import { IconButton } from '#kit/web/ui/button.tsx'

export interface Choice {
  id: number
  label: string
  /** A second line that tells choices with the same label apart. */
  detail?: string
}

interface ComboboxProps {
  /** The accessible name of a combobox outside a Field. */
  label?: string
  placeholder?: string
  /** Shown in the input while the user isn't typing; empty if nothing is chosen. */
  chosen: string
  onChoose: (choice: Choice | undefined) => void
  /** Called with the typed text, and with '' when the list opens. */
  onType: (text: string) => void
  /** The best matches for the typed text; undefined while loading. */
  choices: readonly Choice[] | undefined
  /** The error message to show if the choices couldn't be looked up. */
  problem?: string
  className?: string
}

/** A text field for picking one of many choices; the caller looks up the matches. */
export function Combobox(props: ComboboxProps) {
  const { label, placeholder, chosen, onChoose, onType, choices, problem, className } = props
  const control = useFieldControl()
  const listId = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState<string>()
  const [active, setActive] = useState(0)
  const open = typed !== undefined

  const type = (text: string | undefined) => {
    setTyped(text)
    setActive(0)
    if (text !== undefined) onType(text)
  }
  const choose = (choice: Choice | undefined) => {
    onChoose(choice)
    setTyped(undefined)
  }
  const click = (choice: Choice, { nativeEvent }: MouseEvent) => {
    choose(choice)
    // Closes a phone's keyboard, which would cover the chosen value.
    if (nativeEvent instanceof PointerEvent && nativeEvent.pointerType === 'touch') input.current?.blur()
  }
  const last = Math.max(0, (choices?.length ?? 0) - 1)
  const press = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!open) type('')
      else setActive(event.key === 'ArrowDown' ? Math.min(last, active + 1) : Math.max(0, active - 1))
    } else if (open && event.key === 'Enter') {
      event.preventDefault()
      const choice = choices?.[active]
      if (choice) choose(choice)
    } else if (open && event.key === 'Escape') {
      event.preventDefault()
      setTyped(undefined)
    }
  }

  return (
    <div className={clsx('relative', className)}>
      <input
        ref={input}
        aria-label={label}
        {...control}
        role="combobox"
        aria-expanded={open}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={open && choices?.[active] ? `${listId}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={chosen || placeholder}
        value={typed ?? chosen}
        onChange={event => type(event.target.value)}
        onClick={() => open || type('')}
        onKeyDown={press}
        onBlur={() => setTyped(undefined)}
        className={clsx(controlClass, 'truncate', chosen && 'pr-12')}
      />
      {chosen && (
        <IconButton
          label={`Clear ${label ?? 'choice'}`}
          onClick={() => {
            choose(undefined)
            input.current?.focus()
          }}
          className="!absolute top-0 right-0"
        >
          <X />
        </IconButton>
      )}
      <div
        id={listId}
        role="listbox"
        aria-label={label ?? 'Matches'}
        hidden={!open}
        className="absolute top-full left-0 z-30 mt-1 max-h-64 w-full min-w-64 overflow-y-auto rounded-md border border-line bg-raised p-1.5 shadow-floating"
      >
        {choices?.map((choice, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the input's, which keeps the focus
          <div
            key={choice.id}
            id={`${listId}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            ref={node => {
              if (open && index === active) node?.scrollIntoView({ block: 'nearest' })
            }}
            onPointerDown={event => event.preventDefault()}
            onClick={event => click(choice, event)}
            className="cursor-pointer rounded-sm px-3 py-2 hover:bg-sunken aria-selected:bg-terracotta-tint aria-selected:text-terracotta-ink"
          >
            <span className="block truncate font-medium">{choice.label}</span>
            {choice.detail && <span className="block truncate text-muted text-sm">{choice.detail}</span>}
          </div>
        ))}
      </div>
      {open && (!choices || choices.length === 0) && (
        <p
          role="status"
          className="absolute inset-x-0 top-full z-30 mt-1 flex items-center gap-2 rounded-md border border-line bg-raised px-4 py-3 text-muted shadow-floating"
        >
          {choices ? 'Nothing found' : (problem ?? <Spinner />)}
          {!choices && !problem && <span className="sr-only">Searching</span>}
        </p>
      )}
    </div>
  )
}
