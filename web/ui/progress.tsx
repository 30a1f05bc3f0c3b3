/** Work under way whose end nobody can foretell; it says what is being done. */
export function Progress({ label }: { label: string }) {
  return (
    <div className="flex flex-col gap-2">
      <p role="status" className="font-semibold">
        {label}
      </p>
      <div role="progressbar" aria-label={label} className="h-2 overflow-hidden rounded-full bg-sunken">
        <span className="block h-full w-1/3 animate-pass rounded-full bg-terracotta" />
      </div>
    </div>
  )
}
