import type { ComponentProps, ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { uniqueKeys } from "./unique-keys.ts";

/** Rows under each other, divided by hairlines. */
export function List({ className, ...props }: ComponentProps<"ul">) {
  return <ul {...props} className={classNames("divide-y divide-line", className)} />;
}

interface ListRowProps {
  readonly lead?: ReactNode;
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  readonly trail?: ReactNode;
  readonly trailDetail?: ReactNode;
}

/**
 * One row: a mark, two lines of text, and two lines at the right end. What is too long wraps, the right end below the rest: cut names and amounts tell nothing. Put it
 * inside an `li`, alone or in a link.
 */
export function ListRow({ lead, title, detail, trail, trailDetail }: ListRowProps) {
  return (
    <div className="flex min-h-14 items-center gap-3 py-2.5">
      {lead}
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
        <div className="min-w-0 grow basis-26">
          <div className="text-sm font-medium break-words">{title}</div>
          {detail === undefined ? null : <div className="text-sm break-words text-ink-3">{detail}</div>}
        </div>
        {trail === undefined && trailDetail === undefined ? null : (
          <div className="ms-auto max-w-full min-w-0 text-end sm:max-w-[60%]">
            <div className="text-sm font-medium break-words">{trail}</div>
            {trailDetail === undefined ? null : <div className="text-sm break-words text-ink-3">{trailDetail}</div>}
          </div>
        )}
      </div>
    </div>
  );
}

interface FactsProps {
  readonly facts: readonly { readonly name: string; readonly value: ReactNode }[];
}

/** Names and values in two columns: what a review sheet or a receipt says. */
export function Facts({ facts }: FactsProps) {
  const keys = uniqueKeys(facts.map(({ name }) => name));
  return (
    <dl className="divide-y divide-line">
      {facts.map((fact, at) => (
        <div key={keys[at]} className="flex flex-wrap items-baseline gap-x-6 py-2.5 text-sm">
          <dt className="max-w-full shrink-0 text-ink-3">{fact.name}</dt>
          <dd className="min-w-0 grow basis-16 text-end font-medium break-words">{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
