import { createContext, type ReactNode, useContext, useMemo } from 'react'
import { type NamedPlace, nameWithAddress, shortAddresses } from '#kit/rules/texts/place-names.ts'

const noAddresses: Record<number, string> = {}
const ShortAddresses = createContext(noAddresses)

interface DistinctNamesProps {
  /** All restaurants of the list. */
  of: readonly NamedPlace[]
  children: ReactNode
}

/** A list whose buttons and messages tell restaurants of the same name apart, such as branches of a chain. */
export function DistinctNames({ of, children }: DistinctNamesProps) {
  const found = useMemo(() => JSON.stringify(Object.fromEntries(shortAddresses(of))), [of])
  // Stays the same while no address changes, so that cards aren't drawn again.
  const addresses = useMemo(() => JSON.parse(found) as Record<number, string>, [found])
  return <ShortAddresses value={addresses}>{children}</ShortAddresses>
}

/** The short address of a restaurant whose name isn't unique in the surrounding list. */
export const useShortAddress = ({ id }: { id: number }): string | undefined => useContext(ShortAddresses)[id]

/** What restaurants are called in sentences, with the short address if the name isn't unique in the surrounding list. */
export function useDistinctNames(): (restaurant: { id: number; name: string }) => string {
  const addresses = useContext(ShortAddresses)
  return ({ id, name }) => nameWithAddress(name, addresses[id])
}

/** The same for one restaurant. */
export const useDistinctName = (restaurant: { id: number; name: string }): string =>
  nameWithAddress(restaurant.name, useShortAddress(restaurant))
