interface PaintedTextProps {
  /** By which a painter finds it: "price" for `data-price`. */
  readonly name: string;
  readonly as?: "span" | "bdi" | "time";
  readonly className?: string;
  /** Where the same is said in other words beside it. */
  readonly isSilent?: boolean;
}

/** Where a painter writes a text (`partOf`); empty until then. */
export function PaintedText({ name, as: Tag = "span", className, isSilent = false }: PaintedTextProps) {
  return <Tag {...{ [`data-${name}`]: "" }} {...(isSilent ? { "aria-hidden": true } : {})} className={className} />;
}
