/** In which a browser says its time zone, for a warning where most have another one than TIME_ZONE. */
export const timeZoneHeader = 'x-time-zone'
