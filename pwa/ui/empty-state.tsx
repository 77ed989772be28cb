import type { ReactNode } from "react";

interface EmptyStateProps {
  readonly icon?: ReactNode;
  readonly title: ReactNode;
  /** What this place is for. */
  readonly children?: ReactNode;
  /** The first step. */
  readonly action?: ReactNode;
}

export function EmptyState({ icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center px-4 py-10 text-center">
      {icon === undefined ? null : (
        <div
          aria-hidden="true"
          className="mb-4 grid size-12 place-items-center rounded-full bg-accent-soft text-accent [&_svg]:size-5.5"
        >
          {icon}
        </div>
      )}
      <p className="text-base font-semibold">{title}</p>
      {children === undefined ? null : <div className="mt-1 max-w-sm text-sm text-ink-2">{children}</div>}
      {action === undefined ? null : <div className="mt-5">{action}</div>}
    </div>
  );
}
