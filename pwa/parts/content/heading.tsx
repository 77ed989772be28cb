import type { ComponentProps } from "react";

/** How deep a heading stands, of those that content has. */
export type HeadingLevel = 2 | 3 | 4;

interface HeadingProps extends ComponentProps<"h2"> {
  readonly level: HeadingLevel;
}

/** A heading of the level that its place on the page asks for. */
export function Heading({ level, ...props }: HeadingProps) {
  const Tag = `h${level}` as const;
  return <Tag {...props} />;
}
