import { Legend } from "./legend.tsx";

interface CurveLegendProps {
  /** What the line is, and what the dashed one. */
  readonly itself: string;
  readonly beside: string;
}

/** Says which line of a curve with another one beside it is which. */
export function CurveLegend({ itself, beside }: CurveLegendProps) {
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-3">
      <Legend mark={<span className="h-0.5 w-5 bg-accent" />}>{itself}</Legend>
      <Legend mark={<span className="w-5 border-t-2 border-dashed border-ink-3" />}>{beside}</Legend>
    </p>
  );
}
