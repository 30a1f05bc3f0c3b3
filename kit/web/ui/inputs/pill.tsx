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

/** The look of a choice, for buttons, too. */
export const pillClass = (isChosen = false, ...more: ClassValue[]) =>
  clsx(
    'inline-flex min-h-11 shrink-0 items-center gap-2 whitespace-nowrap rounded-full border px-4 font-semibold transition-colors',
    isChosen
      ? 'border-terracotta bg-terracotta text-on-terracotta'
      : 'border-edge bg-raised hover:border-terracotta hover:bg-terracotta-tint',
    more,
  )
