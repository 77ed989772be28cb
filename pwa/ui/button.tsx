import { Slot } from "radix-ui";
import type { ComponentProps } from "react";
import { classNames } from "./class-names.ts";
import { Spinner } from "./spinner.tsx";

const VARIANTS = {
  primary: "bg-accent-fill text-accent-ink font-semibold hover:bg-accent-hover",
  secondary: "border border-line bg-surface-2 text-ink hover:border-line-strong",
  ghost: "text-ink-2 hover:bg-surface-2 hover:text-ink",
  danger: "bg-danger text-danger-ink font-semibold hover:bg-danger-hover",
  link: "text-accent underline-offset-4 hover:underline",
} as const;

const SIZES = {
  sm: "min-h-9 px-3 py-1.5 text-sm gap-1.5 pointer-coarse:min-h-11",
  md: "min-h-11 px-4 py-1.5 text-sm gap-2",
  lg: "min-h-12 px-6 py-1.5 text-base gap-2",
  icon: "size-11 justify-center",
  inline: "min-h-6 text-sm gap-1",
} as const;

interface ButtonProps extends ComponentProps<"button"> {
  readonly variant?: keyof typeof VARIANTS;
  readonly size?: keyof typeof SIZES;
  /** While true the button keeps its width, shows a spinner and cannot be pressed. */
  readonly loading?: boolean;
  /** Gives the look to the only child, a link for instance. */
  readonly asChild?: boolean;
}

export function Button(props: ButtonProps) {
  const { variant = "primary", size = "md", loading = false, asChild = false, className, children, ...rest } = props;
  const look = classNames(
    "inline-flex max-w-full shrink-0 items-center justify-center rounded-md text-center font-medium select-none [&_svg]:shrink-0",
    "transition-colors duration-150 disabled:cursor-not-allowed disabled:opacity-55 active:translate-y-px",
    VARIANTS[variant],
    SIZES[size],
    className,
  );
  if (asChild) {
    return (
      <Slot.Root className={look} {...rest}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button type="button" {...rest} className={look} disabled={rest.disabled === true || loading} aria-busy={loading}>
      {loading ? <Spinner size="sm" /> : null}
      {children}
    </button>
  );
}
