import { classNames } from "./class-names.ts";

/** A quiet block where something is about to be; its size comes from `className`. */
export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <div aria-hidden="true" className={classNames("max-w-full animate-pulse rounded-sm bg-surface-2", className)} />
  );
}
