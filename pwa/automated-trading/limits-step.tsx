import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { codeOf } from "#pwa/parts/market-data/pair.ts";
import { DecimalField } from "#pwa/ui/decimal-field.tsx";
import type { StepProps } from "./step-props.ts";
import type { TermsDraft } from "./terms-draft.ts";

type Field = "budget" | "perTrade" | "perDay" | "maxDrawdown" | "cooldown" | "slippage";

/** What it may bind and lose. */
export function LimitsStep({ draft, problems, onDraft }: StepProps) {
  const quote = codeOf(draft.quote);
  const field = (name: Field, label: string, hint: string) => (
    <DecimalField
      key={name}
      name={name}
      label={label}
      hint={hint}
      inputClassName="numeric"
      value={draft[name]}
      error={problems[name]}
      onType={(text) => onDraft({ ...draft, [name]: text } satisfies TermsDraft)}
    />
  );
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm text-ink-2">
        <Trans>
          These hold whatever the strategy says. Nothing beyond the budget, and what it earned, is ever given.
        </Trans>
      </p>
      {field("budget", t`Budget of each pair (${quote})`, t`All of it can be lost.`)}
      <div className="grid items-start gap-4 sm:grid-cols-2">
        {field("perTrade", t`Most per trade (${quote})`, t`No purchase gives more.`)}
        {field("perDay", t`Most per day (${quote})`, t`All purchases of a day (UTC) together.`)}
        {field(
          "maxDrawdown",
          t`Pause below its height (%)`,
          t`So far below the most it was worth it stops trading until you let it go on.`,
        )}
        {field("cooldown", t`Rest after a loss, in candles`, t`So long it buys nothing after a sale with a loss.`)}
      </div>
      {field("slippage", t`Slippage (%)`, t`How much worse than quoted a trade may be. What is worse is not traded.`)}
    </div>
  );
}
