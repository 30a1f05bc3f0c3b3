import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

/**
 * A picture that was uploaded. Once it is there, it stands on a light plate in both schemes: what is drawn on transparent
 * ground, such as a logo, is mostly dark.
 */
export function Picture({ alt, className, ...props }: ComponentProps<'img'> & { alt: string }) {
  return (
    <img
      {...props}
      alt={alt}
      onLoad={({ currentTarget }) => {
        currentTarget.dataset.loaded = ''
      }}
      className={clsx('forced-color-adjust-none data-loaded:bg-plate', className)}
    />
  )
}
