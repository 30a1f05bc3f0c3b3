/** A place setting seen from above: plate, fork and knife. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className="size-9 shrink-0" fill="none" strokeLinecap="round">
      <rect width="32" height="32" rx="9" className="fill-terracotta" />
      <circle cx="16" cy="16" r="8.2" className="fill-on-terracotta" />
      <circle cx="16" cy="16" r="4.9" className="stroke-art-crust" strokeWidth="1.3" />
      <g className="stroke-on-terracotta" strokeWidth="1.1">
        <path d="M3.9 9v4.4c0 1 .6 1.7 1.3 2V23M5.2 9v4M6.5 9v4.4c0 1-.6 1.7-1.3 2" />
        <path
          d="M26.8 23v-6.3c-1.2-.6-1.5-2.3-1.3-4 .2-1.8.7-3.2 1.3-3.7z"
          className="fill-on-terracotta"
          strokeLinejoin="round"
        />
      </g>
    </svg>
  )
}
