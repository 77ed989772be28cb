/** The mark: an astrolabe with its rete and rule. Takes the size of its class. */
export function LogoMark({ className }: { readonly className?: string }) {
  return (
    <svg viewBox="0 0 48 48" aria-hidden="true" className={className}>
      <g fill="none" stroke="currentColor" strokeLinecap="round">
        <circle cx="24" cy="27" r="17" strokeWidth="3" />
        <circle cx="24" cy="30.5" r="9.5" strokeWidth="2" opacity="0.7" />
        <path d="M12 39 36 15" strokeWidth="3" />
        <path d="M24 9.5V5" strokeWidth="3" />
      </g>
      <circle cx="24" cy="27" r="3" fill="currentColor" />
    </svg>
  );
}

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5">
      <LogoMark className="size-7 text-brass" />
      <span className="text-lg font-semibold tracking-tight">Astrolabe</span>
    </span>
  );
}
