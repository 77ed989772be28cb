import { classNames } from "./class-names.ts";

interface ProgressBarProps {
  /** What it is of, for screen readers. */
  readonly label: string;
  readonly value: number;
  readonly of: number;
  readonly className?: string;
}

/** How far something is, of which it is known how much there is. */
export function ProgressBar({ label, value, of, className = "w-full" }: ProgressBarProps) {
  return (
    <progress
      aria-label={label}
      value={value}
      max={Math.max(of, 1)}
      className={classNames(
        "h-2 appearance-none overflow-hidden rounded-full bg-surface-2 [&::-moz-progress-bar]:bg-accent [&::-webkit-progress-bar]:bg-surface-2 [&::-webkit-progress-value]:bg-accent",
        className,
      )}
    />
  );
}
