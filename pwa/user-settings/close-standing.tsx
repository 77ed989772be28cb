import { plural, t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import { refusalWords } from "#pwa/platform/language/error-words.ts";
import { formatAmountText, formatDate } from "#pwa/ui/format.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import type { CloseReviewOutput } from "#schemas/closing.ts";
import { waysOn } from "./closing.ts";

type Refusal = CloseReviewOutput["refusals"][number];

/** What stands against closing, each with what can be done about it. */
export function CloseStanding({ refusals }: { readonly refusals: readonly Refusal[] }) {
  if (refusals.length === 0) return null;
  return (
    <div>
      <p className="text-sm text-ink-2">
        {plural(
          { count: refusals.length },
          { one: "One thing stands against it:", other: "# things stand against it:" },
        )}
      </p>
      <ul className="mt-3 flex flex-col gap-2">
        {refusals.map((refusal) => (
          <li key={`${refusal.code} ${refusal.message}`}>
            <Notice tone="warn">
              {refusalWords(refusal)}{" "}
              {waysOn(refusal.code).map(({ to, label }) => (
                <Link key={to} to={to} className="me-3 inline-flex min-h-6 items-center font-medium underline">
                  {label}
                </Link>
              ))}
            </Notice>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What was set aside for others and is not claimed, and when it can be taken back. */
export function SetAside({ setAside }: Pick<CloseReviewOutput, "setAside">) {
  if (setAside.length === 0) return null;
  return (
    <ul className="list-disc space-y-1.5 ps-5 text-sm text-ink-2">
      {setAside.map(({ uid, assetCode, amount, backFrom }) => (
        <li key={uid}>{setAsideWords(formatAmountText(amount), assetCode, backFrom)}</li>
      ))}
    </ul>
  );
}

function setAsideWords(amount: string, code: string, backFrom: string | null): string {
  if (backFrom === null)
    return t`${amount} ${code}, set aside for somebody, cannot be taken back: wait until they claim it.`;
  const date = formatDate(Date.parse(backFrom), { withTime: true });
  return t`${amount} ${code}, set aside for somebody, can be taken back from ${date}.`;
}
