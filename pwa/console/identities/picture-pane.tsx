import { t } from "@lingui/core/macro";
import { RotateCcw, RotateCw, ZoomIn, ZoomOut } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { classNames } from "#pwa/ui/class-names.ts";
import { formatCount, formatDate, formatPercent } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import type { IdentityCaseOutput } from "#schemas/identity-desk.ts";
import { hintWords, slotWords } from "./identity-words.ts";
import { type Look, turned, zoomed } from "./look.ts";
import { usePicture } from "./use-picture.ts";

type Picture = IdentityCaseOutput["pictures"][number];

const NARROWEST = 3 / 4;
const WIDEST = 8 / 5;

interface PicturePaneProps {
  /** Of the check. */
  readonly id: number;
  readonly picture: Picture;
  /** Its place among the pictures: the key that leads to it. */
  readonly place: number;
  readonly look: Look;
  /** Whether keys turn and zoom this one. */
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  readonly onLook: (look: Look) => void;
}

/** One picture: turned and zoomed by buttons or keys, moved by scrolling. */
export function PicturePane({ id, picture, place, look, isChosen, onChoose, onLook }: PicturePaneProps) {
  const { slot, removedAt, sha256 } = picture;
  const name = slotWords(slot);
  return (
    <figure
      className={classNames(
        "flex min-w-0 flex-col overflow-hidden rounded-lg border bg-surface",
        isChosen ? "border-accent" : "border-line",
      )}
    >
      <figcaption className="flex flex-wrap items-center gap-x-1 gap-y-1 px-2 py-1.5">
        <button
          type="button"
          aria-pressed={isChosen}
          title={t`Turn and zoom this one by keys`}
          onClick={onChoose}
          className="inline-flex min-h-9 items-center gap-1.5 ps-1 font-medium"
        >
          {name}
          <kbd className="rounded-sm border border-line bg-surface-2 px-1.5 font-mono text-xs pointer-coarse:hidden">
            {place}
          </kbd>
        </button>
        {removedAt === null ? <Tools name={name} look={look} onLook={onLook} /> : null}
      </figcaption>
      {removedAt === null ? (
        <Drawn key={sha256} id={id} picture={picture} name={name} look={look} />
      ) : (
        <div className="p-3">
          <Notice>{t`This picture was removed.`}</Notice>
        </div>
      )}
      <Told picture={picture} />
    </figure>
  );
}

interface ToolsProps {
  readonly name: string;
  readonly look: Look;
  readonly onLook: (look: Look) => void;
}

function Tools({ name, look, onLook }: ToolsProps) {
  const tool = (label: string, icon: ReactNode, next: Look) => (
    <Button variant="ghost" size="icon" aria-label={label} title={label} onClick={() => onLook(next)}>
      {icon}
    </Button>
  );
  const percent = formatPercent(String(look.zoom * 100));
  return (
    <span className="ms-auto flex items-center [&_svg]:size-4.5">
      {tool(t`${name}: smaller`, <ZoomOut aria-hidden="true" />, zoomed(look, -1))}
      <span className="numeric w-10 text-center text-xs text-ink-3">{percent}</span>
      {tool(t`${name}: larger`, <ZoomIn aria-hidden="true" />, zoomed(look, 1))}
      {tool(t`${name}: turn to the left`, <RotateCcw aria-hidden="true" />, turned(look, -1))}
      {tool(t`${name}: turn to the right`, <RotateCw aria-hidden="true" />, turned(look, 1))}
    </span>
  );
}

interface DrawnProps {
  readonly id: number;
  readonly picture: Picture;
  readonly name: string;
  readonly look: Look;
}

function Drawn({ id, picture, name, look: { quarters, zoom } }: DrawnProps) {
  const { bitmap, problem } = usePicture(id, picture.slot);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (bitmap !== null && canvas.current !== null) draw(canvas.current, bitmap, quarters);
  }, [bitmap, quarters]);
  if (problem !== null)
    return (
      <div className="p-3">
        <Notice tone="error">{problem}</Notice>
      </div>
    );
  return (
    <div
      role="group"
      aria-label={t`${name}: scroll to move it`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by keys.
      tabIndex={0}
      style={{ aspectRatio: frameOf(picture, quarters) }}
      className="max-h-[calc(100dvh-12rem)] w-full overflow-auto bg-ground"
    >
      {bitmap === null ? (
        <Skeleton className="h-full w-full" />
      ) : (
        <canvas
          ref={canvas}
          role="img"
          aria-label={name}
          style={{ width: `${zoom * 100}%` }}
          className={classNames("mx-auto block", zoom === 1 && "max-h-full object-contain")}
        />
      )}
    </div>
  );
}

/** How wide the frame of a picture is for its height: as the turned picture is, unless that is narrow or long. */
function frameOf({ width, height }: Picture, quarters: number): number {
  if (width === null || height === null) return 4 / 3;
  const ratio = quarters % 2 === 0 ? width / height : height / width;
  return Math.min(Math.max(ratio, NARROWEST), WIDEST);
}

/** The picture turned by so many quarters to the right, in its own points. */
function draw(canvas: HTMLCanvasElement, bitmap: ImageBitmap, quarters: number): void {
  const isUpright = quarters % 2 === 0;
  canvas.width = isUpright ? bitmap.width : bitmap.height;
  canvas.height = isUpright ? bitmap.height : bitmap.width;
  const context = canvas.getContext("2d");
  if (context === null) return;
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((quarters * Math.PI) / 2);
  context.drawImage(bitmap, -bitmap.width / 2, -bitmap.height / 2);
}

function Told({ picture: { hints, width, height, isFromPhone, sentAt } }: { readonly picture: Picture }) {
  const size = width === null || height === null ? null : `${formatCount(width)} × ${formatCount(height)}`;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2 text-xs text-ink-3">
      {hints.map((hint) => (
        <Badge key={hint} tone="warn">
          {hintWords(hint)}
        </Badge>
      ))}
      {size === null ? null : <span className="numeric">{size}</span>}
      {isFromPhone ? <span>{t`sent from a phone by link`}</span> : null}
      <span>{formatDate(Date.parse(sentAt), { withTime: true })}</span>
    </div>
  );
}
