import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";

/** A raised surface. */
export function Card({ className, ...props }: ComponentProps<"section">) {
  return (
    <section
      {...props}
      className={classNames("min-w-0 rounded-lg border border-line bg-surface p-4 shadow-raised sm:p-6", className)}
    />
  );
}

interface CardHeaderProps {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** At the right end of the title line: a link or a small button. */
  readonly action?: ReactNode;
  readonly id?: string;
}

export function CardHeader({ title, description, action, id }: CardHeaderProps) {
  return (
    <header className="mb-4 flex flex-wrap items-start gap-x-4 gap-y-1">
      <div className="min-w-0 grow basis-32">
        <h2 id={id} className="text-base font-semibold">
          {title}
        </h2>
        {description === undefined ? null : <p className="mt-1 text-sm text-ink-3">{description}</p>}
      </div>
      {action}
    </header>
  );
}
