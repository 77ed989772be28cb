import { t } from "@lingui/core/macro";
import { StrategyKind } from "#schemas/automated-trading.ts";
import { STRATEGY_NAMES } from "./automation-words.ts";
import { ChoiceCards } from "#pwa/parts/forms/choice-cards.tsx";
import type { StepProps } from "./step-props.ts";
import { STRATEGY_WORDS } from "./strategy-words.ts";
import { ofStrategy } from "./terms-draft.ts";

/** Which strategy: what each does, and when it tends to lose. */
export function StrategyStep({ draft, onDraft }: StepProps) {
  return (
    <div className="flex flex-col gap-3">
      <ChoiceCards
        legend={t`Each strategy decides when a candle closes, by rules that never change while it runs. None of them knows what comes next, and each can lose money.`}
        isLegendShown
        items={StrategyKind.options.map((value) => {
          const { does, loses } = STRATEGY_WORDS[value];
          return { value, name: STRATEGY_NAMES[value], text: `${does} ${loses}` };
        })}
        value={draft.strategy}
        onValueChange={(kind) => onDraft(ofStrategy(draft, kind))}
      />
      <p className="text-xs text-ink-3">
        {t`Nothing is bought with borrowed money, and nothing is sold that is not there.`}
      </p>
    </div>
  );
}
