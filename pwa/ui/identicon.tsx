import { classNames } from "./class-names.ts";
import { identiconCells } from "./identicon-cells.ts";

const SIZES = { sm: "size-6", md: "size-9", lg: "size-12" } as const;

/** The picture of an address; decoration beside its text, so hidden from screen readers. */
export function Identicon({ address, size = "md" }: { readonly address: string; readonly size?: keyof typeof SIZES }) {
  const { hue, path } = drawnOnce(address);
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

interface Drawn {
  readonly hue: number;
  readonly path: string;
}

const kept = new Map<string, Drawn>();
const MOST_KEPT = 500;

/** A list that is scrolled shows the same few addresses again and again. */
function drawnOnce(address: string): Drawn {
  const known = kept.get(address);
  if (known !== undefined) return known;
  if (kept.size >= MOST_KEPT) kept.clear();
  const made = drawn(address);
  kept.set(address, made);
  return made;
}

/** One path, since lists have many of these: a little wider than its cells, so that no line shows between them. */
function drawn(address: string): Drawn {
  const { hue, cells } = identiconCells(address);
  return { hue, path: cells.map(({ x, y }) => `M${x} ${y}h1.02v1.02h-1.02z`).join("") };
}
