import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { Findable, Hit } from "./match.ts";

/** A screen, a part of one, or something to do: what the app hands the palette. */
export interface Entry {
  /** The same on every start: it is kept among what was chosen last. */
  readonly id: string;
  readonly title: string;
  /** Where it belongs. */
  readonly place?: string;
  /** Other words that people may type for it. */
  readonly also?: string;
  readonly icon: LucideIcon;
  readonly run: () => void;
}

/** One line that can be chosen. */
export interface Option {
  readonly id: string;
  readonly content: ReactNode;
  readonly run: () => void;
  /** Whether it is offered again while nothing is typed. */
  readonly isKept: boolean;
}

export interface OptionGroup {
  readonly label: string;
  readonly options: readonly Option[];
}

/** Something to look through: `toOption` is asked for what is shown alone. */
export interface Source<T> {
  readonly findables: readonly Findable<T>[];
  readonly idOf: (thing: T) => string;
  readonly toOption: (thing: T) => Option;
}

/** Groups with what was found in each, the one with the best first; those without anything are left out. */
export function rankGroups(
  groups: readonly { readonly label: string; readonly hits: readonly Hit<Option>[] }[],
): OptionGroup[] {
  const bestOf = (hits: readonly Hit<Option>[]) => Math.max(...hits.map(({ score }) => score));
  return groups
    .filter(({ hits }) => hits.length > 0)
    .sort((left, right) => bestOf(right.hits) - bestOf(left.hits))
    .map(({ label, hits }) => ({ label, options: hits.map(({ thing }) => thing) }));
}
