import { useMemo } from "react";
import { classNames } from "./class-names.ts";
import { identiconCells } from "./identicon-cells.ts";

const SIZES = { sm: "size-6", md: "size-9", lg: "size-12" } as const;

/** The picture of an address; decoration beside its text, so hidden from screen readers. */
export function Identicon({ address, size = "md" }: { readonly address: string; readonly size?: keyof typeof SIZES }) {
  const { hue, path } = useMemo(() => drawn(address), [address]);
  return (
    <span
      aria-hidden="true"
      data-private=""
      className={classNames("inline-grid shrink-0 place-items-center rounded-full bg-surface-2", SIZES[size])}
    >
      <svg
        viewBox="0 0 5 5"
        className="size-[58%]"
        style={{ fill: `oklch(var(--identicon-lightness) var(--identicon-chroma) ${hue})` }}
      >
        <path d={path} />
      </svg>
    </span>
  );
}

/** One path, since lists have many of these: a little wider than its cells, so that no line shows between them. */
function drawn(address: string): { readonly hue: number; readonly path: string } {
  const { hue, cells } = identiconCells(address);
  return { hue, path: cells.map(({ x, y }) => `M${x} ${y}h1.02v1.02h-1.02z`).join("") };
}
