import { LoaderCircle } from "lucide-react";
import { classNames } from "./class-names.ts";

const SIZES = { sm: "size-4", md: "size-6", lg: "size-8" } as const;

/** A turning ring; with a label it is announced and the label is shown beside it. */
export function Spinner({ size = "md", label }: { readonly size?: keyof typeof SIZES; readonly label?: string }) {
  const ring = <LoaderCircle aria-hidden="true" className={classNames("animate-spin", SIZES[size])} />;
  if (label === undefined) return ring;
  return (
    <span role="status" className="inline-flex items-center gap-3 text-sm text-ink-2">
      <span className="text-accent">{ring}</span>
      {label}
    </span>
  );
}
