import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import { ToldError } from "./told-error.tsx";

const TONES = {
  info: { look: "border-line bg-surface-2 text-ink-2", Icon: Info },
  success: { look: "border-transparent bg-up-soft text-up", Icon: CircleCheck },
  warn: { look: "border-transparent bg-warn-soft text-warn", Icon: TriangleAlert },
  error: { look: "border-transparent bg-down-soft text-down", Icon: CircleAlert },
} as const;

interface NoticeProps {
  readonly tone?: keyof typeof TONES;
  readonly title?: ReactNode;
  readonly children?: ReactNode;
}

/** A message inside the page; errors are announced at once. */
export function Notice({ tone = "info", title, children }: NoticeProps) {
  const { look, Icon } = TONES[tone];
  return (
    <div
      role={tone === "error" ? "alert" : "status"}
      className={classNames("flex gap-2.5 rounded-md border px-3.5 py-3 text-sm", look)}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="min-w-0">
        {title === undefined ? null : <p className="font-semibold">{title}</p>}
        {children === undefined ? null : (
          <div>{tone === "error" && typeof children === "string" ? <ToldError sentence={children} /> : children}</div>
        )}
      </div>
    </div>
  );
}
