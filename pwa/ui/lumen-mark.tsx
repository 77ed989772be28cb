import { classNames } from "./class-names.ts";

const SIZES = { md: "size-9", lg: "size-12" } as const;

/** The mark of XLM, the network's own coin; decoration beside its name. */
export function LumenMark({ size = "md" }: { readonly size?: keyof typeof SIZES }) {
  return (
    <span
      aria-hidden="true"
      className={classNames("inline-grid shrink-0 place-items-center rounded-full bg-accent-soft", SIZES[size])}
    >
      <svg viewBox="0 0 24 24" className="size-[62%] stroke-accent" fill="none" strokeWidth="1.8" strokeLinecap="round">
        <circle cx="12" cy="12" r="8" />
        <path d="M2.5 16.2 21.5 6.6M2.5 12.4 12 7.6M21.5 11.4 12 16.2" />
      </svg>
    </span>
  );
}
