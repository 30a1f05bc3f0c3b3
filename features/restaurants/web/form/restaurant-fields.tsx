import { Controller, useFormState } from 'react-hook-form'
import type { Campus } from '#features/campuses/contract.ts'
import { dietOptions } from '#kit/rules/diets.ts'
import { Field } from '#kit/web/forms/field.tsx'
import { CheckGroup } from '#kit/web/ui/inputs/check-group.tsx'
import { Switch } from '#kit/web/ui/inputs/checkbox.tsx'
import { Input } from '#kit/web/ui/inputs/input.tsx'
import { Select } from '#kit/web/ui/inputs/select.tsx'
import type { Restaurant } from '../../contract.ts'
import { priceLabels, prices } from '../../price.ts'
import { fieldLabels } from '../field-labels.ts'
import { AutoCalculate } from './auto-calculate.tsx'
import { HoursFields } from './hours-fields.tsx'
import { PositionField } from './position-field.tsx'
import { numberOrNull, type RestaurantFormState, textOrNull } from './restaurant-form-values.ts'
import { RestaurantImageField } from './restaurant-image-field.tsx'

interface RestaurantFieldsProps {
  form: RestaurantFormState
  /** undefined: a new restaurant. */
  restaurant: Restaurant | undefined
  campuses: readonly Campus[]
}

export function RestaurantFields({ form, restaurant, campuses }: RestaurantFieldsProps) {
  const { register, control } = form
  const { errors } = useFormState({ control })
  const text = { setValueAs: textOrNull }
  const number = { setValueAs: numberOrNull }
  // Details that are unknown about an existing restaurant may stay unknown.
  const isKnown = (field: 'price' | 'hours' | 'distance') => !restaurant || restaurant[field] !== null
  return (
    <>
      <Controller
        control={control}
        name="image"
        render={({ field }) => (
          <RestaurantImageField
            value={field.value}
            onChange={image => form.setValue('image', image, { shouldDirty: true, shouldValidate: true })}
            imageUrl={restaurant?.cardImageUrl ?? null}
            error={errors.image?.message}
          />
        )}
      />
      <Field label={fieldLabels.name} error={errors.name?.message} required>
        <Input {...register('name')} />
      </Field>
      <Field label={fieldLabels.address} error={errors.address?.message} required>
        <Input {...register('address')} />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={fieldLabels.price} error={errors.price?.message} required={isKnown('price')}>
          <Select
            {...register('price', text)}
            empty={!restaurant?.price && (restaurant ? 'Not known' : 'Select a price')}
            options={prices.map(price => [price, `${price} ${priceLabels[price]}`])}
          />
        </Field>
        <Field label={fieldLabels.campusCode} error={errors.campusCode?.message} required>
          <Select
            {...register('campusCode')}
            empty={!restaurant && 'Select a campus'}
            options={campuses.map(({ code, name }) => [code, name])}
          />
        </Field>
      </div>
      <HoursFields form={form} required={isKnown('hours')} />
      <Field label={fieldLabels.websiteUrl} error={errors.websiteUrl?.message}>
        <Input type="url" inputMode="url" {...register('websiteUrl', text)} placeholder="https://" />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={fieldLabels.cuisine} error={errors.cuisine?.message}>
          <Input {...register('cuisine', text)} />
        </Field>
        <Field label={fieldLabels.phone} error={errors.phone?.message}>
          <Input type="tel" {...register('phone', text)} />
        </Field>
        <Field label={fieldLabels.distance} error={errors.distance?.message} required={isKnown('distance')}>
          <Input type="number" inputMode="decimal" step="0.1" min={0} {...register('distance', number)} />
        </Field>
        <Field label={fieldLabels.travelTime} error={errors.travelTime?.message} required>
          <Input type="number" inputMode="numeric" min={0} step={1} {...register('travelTime', number)} />
        </Field>
      </div>
      <AutoCalculate form={form} />
      <PositionField form={form} campuses={campuses} />
      <Controller
        control={control}
        name="diets"
        render={({ field }) => (
          <CheckGroup
            label={fieldLabels.diets}
            options={dietOptions}
            values={field.value ?? []}
            onChange={field.onChange}
          />
        )}
      />
      <Controller
        control={control}
        name="disabled"
        render={({ field }) => (
          <Switch
            label="Active"
            hint={
              field.value
                ? 'Restaurant is currently inactive and will appear disabled'
                : 'Restaurant is active and available for rating'
            }
            checked={!field.value}
            onChange={event => field.onChange(!event.target.checked)}
            onBlur={field.onBlur}
          />
        )}
      />
    </>
  )
}
