import type { ReactNode } from "react";

/** Says what a mark of a picture means; the mark itself is read to nobody. */
export function Legend({ mark, children }: { readonly mark: ReactNode; readonly children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <span aria-hidden="true" className="inline-flex">
        {mark}
      </span>
      {children}
    </span>
  );
}
