import { clsx } from 'clsx'
import type { ComponentProps } from 'react'
import { controlClass, useFieldControl } from '#kit/web/forms/field.tsx'

/* No native `required`: its bubble would compete with the schema's messages. */

export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return (
    <input
      {...useFieldControl()}
      {...rest}
      data-empty={rest.value === '' || undefined}
      className={clsx(controlClass, className)}
    />
  )
}

/** Keeps phones from capitalizing or autocorrecting the address. */
export function EmailInput(props: ComponentProps<'input'>) {
  return <Input type="email" inputMode="email" autoCapitalize="none" spellCheck={false} {...props} />
}
