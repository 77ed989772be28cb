import { RiskBox } from "#pwa/parts/trading/risk-box.tsx";
import { t } from "@lingui/core/macro";
import { ExecutionMode } from "#schemas/automated-trading.ts";
import { ChoiceCards } from "#pwa/parts/forms/choice-cards.tsx";

export interface ModeChoice {
  readonly mode: ExecutionMode;
  readonly isRiskAccepted: boolean;
}

interface ModeStepProps extends ModeChoice {
  readonly onChoice: (choice: ModeChoice) => void;
}

const MODES: Readonly<Record<ExecutionMode, { readonly name: string; readonly text: string }>> = {
  alert: {
    get name() {
      return t`Tell me`;
    },
    get text() {
      return t`You are told of each signal, and trade yourself or not. It keeps a book on paper of what would have become of it, with no money.`;
    },
  },
  auto: {
    get name() {
      return t`Trade for me`;
    },
    get text() {
      return t`It trades with your money within your limits, also while you are away, until you pause or stop it.`;
    },
  },
};

/** Whether it tells or trades; it trades only for whoever says that they can lose money. */
export function ModeStep({ mode, isRiskAccepted, onChoice }: ModeStepProps) {
  return (
    <div className="flex flex-col gap-4">
      <ChoiceCards
        legend={t`What it shall do`}
        isLegendShown={false}
        items={ExecutionMode.options.map((value) => ({ value, name: MODES[value].name, text: MODES[value].text }))}
        value={mode}
        onValueChange={(next) => onChoice({ mode: next, isRiskAccepted })}
      />
      {mode === "auto" ? (
        <RiskBox isAccepted={isRiskAccepted} onAccept={(next) => onChoice({ mode, isRiskAccepted: next })} />
      ) : null}
    </div>
  );
}

/** Whether there is nothing left to be said before it is reviewed. */
export function isChosen({ mode, isRiskAccepted }: ModeChoice): boolean {
  return mode === "alert" || isRiskAccepted;
}
