import { type ClassValue, clsx } from 'clsx'
import type { ComponentProps } from 'react'

/** A radio button or checkbox that looks like a button with its label. */
export function Pill({ className, children, ...input }: ComponentProps<'input'>) {
  return (
    <label
      className={pillClass(
        input.checked,
        'relative select-none has-focus-visible:outline-3 has-focus-visible:outline-focus has-focus-visible:outline-offset-1',
        className,
      )}
    >
      <input {...input} className="absolute inset-0 appearance-none rounded-full outline-none" />
      {children}
    </label>
  )
}

/** A radio button with all that is chosen by it, as a card. */
export function RadioCard({ className, children, ...input }: ComponentProps<'input'>) {
  return (
    <label
      className={clsx(
        'flex items-start gap-3 rounded-md border border-edge has-checked:border-terracotta has-checked:bg-terracotta-tint',
        'has-focus-visible:outline-3 has-focus-visible:outline-focus has-disabled:opacity-60',
        className,
      )}
    >
      <input {...input} type="radio" className="mt-1 size-4.5 shrink-0 outline-none" />
      <span className="min-w-0">{children}</span>
    </label>
  )
}

/** The look of a choice, for buttons, too. */
export const pillClass = (isChosen = false, ...more: ClassValue[]) =>
  clsx(
    'inline-flex min-h-11 shrink-0 items-center gap-2 whitespace-nowrap rounded-full border px-4 font-semibold transition-colors',
    isChosen
      ? 'border-terracotta bg-terracotta text-on-terracotta'
      : 'border-edge bg-raised hover:border-terracotta hover:bg-terracotta-tint',
    more,
  )
