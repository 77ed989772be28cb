import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

interface PageProps {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** Buttons at the right end of the title line. */
  readonly actions?: ReactNode;
  readonly width?: "narrow" | "normal" | "wide";
  readonly children?: ReactNode;
}

const WIDTHS = { narrow: "max-w-xl", normal: "max-w-5xl", wide: "max-w-7xl" } as const;

/** The frame of a signed-in screen: its one h1, its actions, its content. */
export function Page({ title, description, actions, width = "normal", children }: PageProps) {
  return (
    <div className={classNames("mx-auto w-full px-4 py-6 sm:px-6 lg:py-8", WIDTHS[width])}>
      <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h1 className="text-2xl font-semibold break-words">{title}</h1>
          {description === undefined ? null : <p className="mt-1 max-w-2xl text-sm text-ink-2">{description}</p>}
        </div>
        {actions === undefined ? null : <div className="flex flex-wrap gap-2">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
