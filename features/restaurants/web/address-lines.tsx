/** Under a name: on cards in two lines as on an envelope, the street and the town; in a table as it fits. */
export function AddressLines({ address }: { address: string }) {
  const at = address.search(beforeTown)
  return (
    <span className="block font-normal text-muted text-sm leading-snug">
      {at === -1 ? address : address.slice(0, at)}
      {at !== -1 && (
        <>
          , <span className="block lg:inline">{address.slice(at + 2)}</span>
        </>
      )}
    </span>
  )
}

/** Such as ', Mills River, NC 28759' at the end. */
const beforeTown = /, [^,]+, [A-Z]{2}\b[ \d-]*(?:, USA)?$/
