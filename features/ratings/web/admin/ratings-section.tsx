import { useQuery } from '@tanstack/react-query'
import { FileUp } from 'lucide-react'
import { UserFilter } from '#features/accounts/web/user-picker.tsx'
import { useExport } from '#features/audit/web/use-export.tsx'
import { loadCampusName, useCampusName } from '#features/campuses/web/campus-name.ts'
import { getRestaurant } from '#features/restaurants/contract.ts'
import { RestaurantPicker } from '#features/restaurants/web/restaurant-picker.tsx'
import { useUndoToast } from '#features/trash/web/undo-toast.ts'
import { starCount } from '#kit/rules/stars.ts'
import { distinctPeople } from '#kit/rules/texts/distinct-people.ts'
import { isolated } from '#kit/rules/texts/isolated.ts'
import { distinctNames } from '#kit/rules/texts/place-names.ts'
import { read } from '#kit/web/api/queries.ts'
import { useWrite } from '#kit/web/api/use-write.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { TwoLines } from '#kit/web/list/cells.tsx'
import { ListSection } from '#kit/web/list/list-section.tsx'
import { useList } from '#kit/web/list/list-state.ts'
import { AddressDialog, idParams } from '#kit/web/list/row-actions.tsx'
import { param } from '#kit/web/router/params.ts'
import { urlParams, useParams } from '#kit/web/router/search-params.ts'
import { StarRating } from '#kit/web/ui/stars.tsx'
import { Timestamp } from '#kit/web/ui/timestamp.tsx'
import {
  type AdminRating,
  deleteAnyRating,
  listAllRatings,
  ratingSortKeys,
} from '../../admin-ratings-contract.ts'
import { ratingColumns as csvColumns } from '../../rating-columns.ts'
import { CreateRatingDialog } from './create-rating-dialog.tsx'
import { EditRatingDialog } from './edit-rating-dialog.tsx'
import { ImportRatingsDialog } from './import-ratings-dialog.tsx'

export function RatingsSection() {
  const campusName = useCampusName()
  const undoToast = useUndoToast('rating')
  const list = useList(listAllRatings, {
    sortKeys: ratingSortKeys,
    sort: { key: 'updatedAt', descending: true },
    filters: ['userId', 'restaurantId'],
  })
  const deletion = useWrite(deleteAnyRating, {
    touches: ['restaurants'],
    done: (_, { params }) => undoToast([Number(params.id)]),
    failed: 'Failed to delete rating',
  })
  const exporting = useExport({
    endpoint: listAllRatings,
    query: list.query,
    what: 'ratings',
    action: 'RATINGS_EXPORTED',
    loadCampusName,
    columns: Object.values(csvColumns),
  })
  const names = distinctNames(list.loadedRows.map(({ restaurant }) => restaurant))
  const placeOf = ({ restaurant }: Pick<AdminRating, 'restaurant'>) =>
    names.get(restaurant.id) ?? isolated(restaurant.name)
  const personOf = distinctPeople(list.loadedRows.map(({ user }) => user))
  const nameOf = (rating: AdminRating) => `${personOf(rating.user)}’s rating of ${placeOf(rating)}`
  return (
    <>
      <ListSection
        title="Ratings"
        noun={['rating', 'ratings']}
        list={list}
        filters={<RatingFilters rows={list.loadedRows} />}
        actions={[
          { label: 'Import', icon: <FileUp />, run: () => urlParams.open({ import: 'ratings' }) },
          exporting,
        ]}
        nameOf={nameOf}
        columns={[
          {
            key: 'user',
            header: 'User',
            sortable: true,
            cell: ({ user }) => <TwoLines first={personOf(user)} second={user.department} />,
          },
          {
            key: 'restaurant',
            header: 'Restaurant',
            sortable: true,
            cell: rating => (
              <TwoLines
                first={<strong className="font-semibold">{placeOf(rating)}</strong>}
                second={campusName(rating.restaurant.campusCode)}
              />
            ),
          },
          {
            key: 'value',
            header: 'Rating',
            sortable: true,
            cell: ({ value }) => <StarRating value={value} hideValue />,
            card: 'beside',
          },
          {
            key: 'comment',
            header: 'Comment',
            cell: ({ comment }) =>
              comment && (
                <span title={comment} className="wrap-anywhere line-clamp-3 lg:line-clamp-2 max-w-80 text-sm">
                  {comment}
                </span>
              ),
          },
          {
            key: 'updatedAt',
            header: 'Date',
            sortable: true,
            cell: ({ updatedAt }) => <Timestamp at={updatedAt} dayOnly />,
            className: 'whitespace-nowrap text-sm max-lg:text-muted',
            card: 'beside',
            wideOnly: true,
          },
        ]}
        add={{ label: 'Add Rating' }}
        dialog={(rating, props) =>
          rating ? (
            <EditRatingDialog rating={rating} name={nameOf(rating)} {...props} />
          ) : (
            <CreateRatingDialog {...props} />
          )
        }
        remove={{
          question: rating => ({
            text: `It has ${starCount(rating.value)}${rating.comment ? ' and a comment' : ''}.`,
          }),
          run: rating => deletion.mutateAsync(idParams(rating)),
        }}
        empty={{ title: 'No ratings yet', text: 'They appear here as soon as someone rates.' }}
      />
      <AddressDialog name="import" value="ratings">
        {props => <ImportRatingsDialog {...props} />}
      </AddressDialog>
    </>
  )
}

/** Filters the list by person and restaurant; the URL holds the filters. */
function RatingFilters({ rows }: { rows: readonly AdminRating[] }) {
  const { restaurantId } = useParams({ restaurantId: param.id })
  return (
    <>
      <UserFilter label="User" placeholder="All users" rows={rows} />
      <Field label="Restaurant" hideLabel className="w-60">
        <RestaurantPicker
          placeholder="All restaurants"
          chosen={useRestaurantName(restaurantId)}
          chosenId={restaurantId}
          onChoose={choice => urlParams.refine({ restaurantId: choice?.id, page: undefined })}
        />
      </Field>
    </>
  )
}

function useRestaurantName(id: number | undefined): string {
  const { data, isError } = useQuery({
    ...read(getRestaurant, { params: { id: String(id) } }),
    enabled: id !== undefined,
  })
  if (id === undefined) return ''
  return data?.name ?? (isError ? `Restaurant ${id}` : '…')
}
