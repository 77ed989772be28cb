import { useAtomValue } from "jotai";
import { type PointerEvent, useEffect, useRef, useState } from "react";
import { themeAtom } from "#pwa/parts/theme/theme.ts";
import { type CurvePaper, type DrawnPoint, drawCurve, drawMark, layOut } from "./draw-curve.ts";

export interface CurveChartProps {
  readonly points: readonly DrawnPoint[];
  /** Writes a value for the axis. */
  readonly write: (value: number) => string;
  readonly onPoint: (point: DrawnPoint | null) => void;
  /** Gives the way to a picture of what is drawn; null once there is none. */
  readonly onPicture: (take: (() => HTMLCanvasElement) | null) => void;
}

/** A curve on a canvas. What it shows must be told in words and numbers beside it. */
export function CurveChart(props: CurveChartProps) {
  // Its colours are those of the theme it was drawn in.
  return <ThemedChart key={useAtomValue(themeAtom)} {...props} />;
}

function ThemedChart({ points, write, onPoint, onPicture }: CurveChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const mark = useRef<HTMLCanvasElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });

  useEffect(() => {
    if (box.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: Math.round(entry.contentRect.width), height: Math.round(entry.contentRect.height) });
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    const paper = paperOf(canvas.current, size);
    if (paper === null) return undefined;
    drawCurve(paper, points, write);
    onPicture(() => paper.canvas);
    return () => onPicture(null);
  }, [size, points, write, onPicture]);

  const point = (at: DrawnPoint | null) => {
    const paper = paperOf(mark.current, size);
    if (paper !== null && at !== null) drawMark(paper, points, at);
    onPoint(at);
  };
  const onMove = ({ clientX, currentTarget }: PointerEvent<HTMLElement>) =>
    point(layOut(points, size).nearest(clientX - currentTarget.getBoundingClientRect().left));

  return (
    <div
      ref={box}
      dir="ltr"
      className="relative h-full w-full touch-pan-y"
      onPointerMove={onMove}
      onPointerDown={onMove}
      onPointerLeave={() => point(null)}
      onPointerCancel={() => point(null)}
    >
      <canvas ref={canvas} className="absolute inset-0 size-full" />
      <canvas ref={mark} className="pointer-events-none absolute inset-0 size-full" />
    </div>
  );
}

/** The canvas, emptied, in the screen's own points. */
function paperOf(canvas: HTMLCanvasElement | null, size: { width: number; height: number }): CurvePaper | null {
  const pen = canvas?.getContext("2d") ?? null;
  if (canvas === null || pen === null || size.width === 0 || size.height === 0) return null;
  const scale = devicePixelRatio;
  canvas.width = size.width * scale;
  canvas.height = size.height * scale;
  pen.scale(scale, scale);
  const style = getComputedStyle(canvas);
  return { canvas, pen, ...size, colourOf: (token) => style.getPropertyValue(token) };
}
