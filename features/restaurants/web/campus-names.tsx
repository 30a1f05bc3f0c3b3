import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { read } from '#kit/web/api/queries.ts'
import { listCampusRestaurants } from '../contract.ts'
import { DistinctNames } from './distinct-names.tsx'

/** What is about one restaurant tells it apart from the others of its campus, if their list has been loaded. */
export function CampusNames({ campusCode, children }: { campusCode: string; children: ReactNode }) {
  const { data } = useQuery({ ...read(listCampusRestaurants, { params: { campusCode } }), enabled: false })
  return <DistinctNames of={data ?? none}>{children}</DistinctNames>
}

const none: never[] = []
