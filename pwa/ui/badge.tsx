import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";

const TONES = {
  neutral: "bg-surface-2 text-ink-2",
  accent: "bg-accent-soft text-accent",
  up: "bg-up-soft text-up",
  down: "bg-down-soft text-down",
  warn: "bg-warn-soft text-warn",
} as const;

interface BadgeProps {
  readonly tone?: keyof typeof TONES;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}

/** A short state in words; the tone only supports them. */
export function Badge({ tone = "neutral", icon, children }: BadgeProps) {
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-xs font-medium whitespace-nowrap [&_svg]:size-3.5",
        TONES[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}
