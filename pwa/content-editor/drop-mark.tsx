import type { Where } from "./tree.ts";

/** Where what is dragged would come. */
export function DropMark({ over }: { readonly over: Where | null }) {
  if (over === null) return null;
  if (over === "into")
    return (
      <div className="pointer-events-none absolute inset-0 rounded-md border-2 border-accent" aria-hidden="true" />
    );
  return (
    <div
      aria-hidden="true"
      className={
        over === "before"
          ? "pointer-events-none absolute inset-x-0 -top-1.5 h-0.5 bg-accent"
          : "pointer-events-none absolute inset-x-0 -bottom-1.5 h-0.5 bg-accent"
      }
    />
  );
}
