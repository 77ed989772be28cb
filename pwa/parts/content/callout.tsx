import { t } from "@lingui/core/macro";
import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from "lucide-react";
import type { RichText } from "#schemas/content/rich-text.ts";
import { RichTextView } from "./rich-text-view.tsx";

type Tone = "note" | "good" | "warning" | "danger";
const LOOKS: Readonly<Record<Tone, { readonly frame: string; readonly mark: string; readonly Icon: LucideIcon }>> = {
  note: { frame: "border-line bg-surface-2", mark: "text-accent", Icon: Info },
  good: { frame: "border-transparent bg-up-soft", mark: "text-up", Icon: CircleCheck },
  warning: { frame: "border-transparent bg-warn-soft", mark: "text-warn", Icon: TriangleAlert },
  danger: { frame: "border-transparent bg-down-soft", mark: "text-down", Icon: CircleAlert },
};

/** What is set apart from the text around it; it announces nothing, for it was there from the start. */
export function Callout({ tone, text }: { readonly tone: Tone; readonly text: RichText }) {
  const { frame, mark, Icon } = LOOKS[tone];
  const names = { note: t`Note`, good: t`Good to know`, warning: t`Warning`, danger: t`Danger` };
  return (
    <div
      role="note"
      aria-label={names[tone]}
      className={`flex break-inside-avoid gap-3 rounded-md border px-4 py-3.5 text-ink ${frame}`}
    >
      <Icon aria-hidden="true" className={`mt-1 size-4 shrink-0 ${mark}`} />
      <div className="min-w-0 grow">
        <RichTextView text={text} />
      </div>
    </div>
  );
}
