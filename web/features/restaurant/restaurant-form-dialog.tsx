import { zodResolver } from '@hookform/resolvers/zod'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import type { Restaurant, RestaurantForm } from '#contract/restaurants.ts'
import { priceLabels, prices } from '#domain/price.ts'
import { Button } from '#web/ui/button.tsx'
import { Switch } from '#web/ui/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { Input, Select } from '#web/ui/input.tsx'
import {
  changesIn,
  numberOrNull,
  type RestaurantValues,
  schemaFor,
  textOrNull,
  valuesOf,
} from './restaurant-form-values.ts'
import { useEditRestaurant } from './use-edit-restaurant.ts'

interface RestaurantFormDialogProps {
  restaurant: Restaurant
  campuses: readonly { code: string; name: string }[]
  open: boolean
  onClose: () => void
}

/** Every fact of a restaurant, for administrators. */
export function RestaurantFormDialog({ restaurant, campuses, open, onClose }: RestaurantFormDialogProps) {
  const formId = useId()
  const edit = useEditRestaurant(onClose)
  const { register, handleSubmit, setError, formState } = useForm<RestaurantValues, unknown, RestaurantForm>({
    resolver: zodResolver(schemaFor(restaurant)),
    values: valuesOf(restaurant),
    resetOptions: { keepDirtyValues: true },
  })
  const errorOf = (field: keyof RestaurantForm) => formState.errors[field]?.message

  const submit = handleSubmit(values => {
    if (edit.isPending) return
    edit.mutate(
      { params: { id: String(restaurant.id) }, body: changesIn(values, restaurant) },
      {
        onError: error => {
          for (const { path, message } of error.fieldErrors) {
            setError(path as keyof RestaurantForm, { message })
          }
        },
      },
    )
  })

  return (
    <Dialog
      open={open}
      onOpenChange={onClose}
      title="Edit Restaurant Details"
      description={restaurant.name}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={edit.isPending}>
            Save Changes
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <Field label="Name" error={errorOf('name')} required>
          <Input {...register('name')} />
        </Field>
        <Field label="Address" error={errorOf('address')} required>
          <Input {...register('address')} />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Campus" error={errorOf('campusCode')} required>
            <Select {...register('campusCode')}>
              {campuses.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Price" error={errorOf('price')}>
            <Select {...register('price', { setValueAs: textOrNull })}>
              {restaurant.price === null && <option value="">Not known</option>}
              {prices.map(price => (
                <option key={price} value={price}>
                  {price} {priceLabels[price]}
                </option>
              ))}
            </Select>
          </Field>
          <Field label="Distance in miles" error={errorOf('distance')}>
            <Input
              type="number"
              inputMode="decimal"
              step="0.1"
              min={0}
              {...register('distance', { setValueAs: numberOrNull })}
            />
          </Field>
          <Field label="Travel time in minutes" hint="0 where it isn’t known" error={errorOf('travelTime')}>
            <Input
              type="number"
              inputMode="numeric"
              min={0}
              {...register('travelTime', { setValueAs: numberOrNull })}
            />
          </Field>
        </div>
        <Field label="Hours" error={errorOf('hours')}>
          <Input {...register('hours', { setValueAs: textOrNull })} placeholder="11 AM - 9 PM" />
        </Field>
        <div className="grid gap-4 sm:grid-cols-2">
          <Field label="Cuisine" error={errorOf('cuisine')}>
            <Input {...register('cuisine', { setValueAs: textOrNull })} />
          </Field>
          <Field label="Phone" error={errorOf('phone')}>
            <Input type="tel" {...register('phone', { setValueAs: textOrNull })} />
          </Field>
        </div>
        <Field label="Website" error={errorOf('websiteUrl')}>
          <Input
            type="url"
            inputMode="url"
            {...register('websiteUrl', { setValueAs: textOrNull })}
            placeholder="https://"
          />
        </Field>
        <Switch
          label="Temporarily closed"
          hint="It stays in the list, but is never picked."
          {...register('disabled')}
        />
      </form>
    </Dialog>
  )
}
