import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useCallback, useRef, useState } from "react";
import { classNames } from "#pwa/ui/class-names.ts";
import { formatDate } from "#pwa/ui/format.ts";
import { Cell, HeadCell, Table } from "#pwa/ui/table.tsx";
import { leftToRight } from "#pwa/ui/direction.ts";
import { CurveChart } from "./curve-chart.tsx";
import type { DrawnPoint } from "./draw-curve.ts";

/** Rows of the table that says what the curve shows; of longer curves every so many points. */
const TABLE_ROWS = 60;

interface CurveFigureProps {
  /** What is drawn: "Value of your account". */
  readonly label: string;
  readonly points: readonly DrawnPoint[];
  /** What the dashed line is, where points have something beside them: "Bought and held". */
  readonly besideLabel?: string;
  readonly write: (value: number) => string;
  /** Takes what the curve looks like, as a picture to keep. */
  readonly onPicture?: (take: (() => HTMLCanvasElement) | null) => void;
}

const nobodyAsks = (): void => undefined;

/** A curve, with the same in words for screen readers and as a table for everybody. */
export function CurveFigure({ label, points, besideLabel, write, onPicture = nobodyAsks }: CurveFigureProps) {
  const known = points.filter((point) => point.value !== null);
  const [pointed, setPointed] = useState<DrawnPoint | null>(null);
  const point = useCallback((at: DrawnPoint | null) => setPointed(at), []);
  if (known.length === 0) return null;
  const said = pointed ?? known.at(-1);
  return (
    <figure className="min-w-0">
      <p
        aria-hidden="true"
        className={classNames("numeric mb-2 text-sm text-ink-3", besideLabel === undefined ? "h-5" : "h-10")}
      >
        {said === undefined ? null : <Reading point={said} besideLabel={besideLabel} />}
      </p>
      <div role="img" aria-label={inWords(label, known, besideLabel)} className="h-56 w-full sm:h-64">
        <CurveChart points={points} write={write} onPoint={point} onPicture={onPicture} />
      </div>
      <figcaption className="mt-2 text-xs text-ink-3">
        <PointTable label={label} points={points} besideLabel={besideLabel} />
      </figcaption>
    </figure>
  );
}

interface ReadingProps {
  readonly point: DrawnPoint;
  readonly besideLabel: string | undefined;
}

/** What it was, and below it what it is compared with. */
function Reading({ point: { atMs, text, beside }, besideLabel }: ReadingProps) {
  return (
    <>
      <span className="block truncate">{`${formatDate(atMs, { withTime: true })}: ${leftToRight(text)}`}</span>
      {beside === undefined || besideLabel === undefined ? null : (
        <span className="block truncate">{`${besideLabel}: ${leftToRight(beside.text)}`}</span>
      )}
    </>
  );
}

interface PointTableProps {
  readonly label: string;
  readonly points: readonly DrawnPoint[];
  readonly besideLabel: string | undefined;
}

/** All of it as a table, made only when it is asked for. */
function PointTable({ label, points, besideLabel }: PointTableProps) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDetailsElement>(null);
  const every = Math.max(1, Math.ceil(points.length / TABLE_ROWS));
  return (
    <details ref={box} onToggle={() => setOpen(box.current?.open ?? false)}>
      <summary className="inline-flex min-h-6 items-center hover:text-ink hover:underline pointer-coarse:min-h-11">
        <Trans>Show as a table</Trans>
      </summary>
      {isOpen ? (
        <div className="mt-2">
          <Table caption={label}>
            <thead>
              <tr>
                <HeadCell>
                  <Trans>Time</Trans>
                </HeadCell>
                <HeadCell numeric>
                  <Trans>Value</Trans>
                </HeadCell>
                {besideLabel === undefined ? null : <HeadCell numeric>{besideLabel}</HeadCell>}
              </tr>
            </thead>
            <tbody>
              {points
                .filter((_, index) => (points.length - 1 - index) % every === 0)
                .toReversed()
                .map(({ atMs, text, beside }) => (
                  <tr key={atMs}>
                    <Cell>{formatDate(atMs, { withTime: true })}</Cell>
                    <Cell numeric>{text}</Cell>
                    {besideLabel === undefined ? null : <Cell numeric>{beside?.text}</Cell>}
                  </tr>
                ))}
            </tbody>
          </Table>
        </div>
      ) : null}
    </details>
  );
}

function inWords(label: string, known: readonly DrawnPoint[], besideLabel: string | undefined): string {
  const itself = curveWords(label, known);
  const others = known.flatMap(({ atMs, beside }) => (beside === undefined ? [] : [{ atMs, ...beside }]));
  return besideLabel === undefined ? itself : `${itself} ${curveWords(besideLabel, others)}`;
}

function curveWords(label: string, known: readonly DrawnPoint[]): string {
  const first = known[0];
  const last = known.at(-1);
  if (first === undefined || last === undefined) return label;
  const sorted = known.toSorted((left, right) => (left.value ?? 0) - (right.value ?? 0));
  const [from, until] = [formatDate(first.atMs), formatDate(last.atMs)];
  const [atFirst, atLast] = [first.text, last.text];
  const [lowest, highest] = [sorted[0]?.text ?? "", sorted.at(-1)?.text ?? ""];
  return t`${label}: ${atFirst} on ${from}, ${atLast} on ${until}, lowest ${lowest}, highest ${highest}.`;
}
