import { t } from "@lingui/core/macro";
import { Button } from "#pwa/ui/button.tsx";
import type { IdentityCaseOutput } from "#schemas/identity-desk.ts";
import { AskAgainSheet } from "./ask-again-sheet.tsx";
import { ApproveSheet, RejectSheet } from "./decide-sheets.tsx";

/** What is being decided. */
export type Deciding = "approve" | "ask" | "reject";

interface DecisionButtonsProps {
  readonly check: IdentityCaseOutput;
  readonly deciding: Deciding | null;
  readonly onDeciding: (deciding: Deciding | null) => void;
}

/** The three things that can become of a check; each is confirmed in a sheet of its own. */
export function DecisionButtons({ check, deciding, onDeciding }: DecisionButtonsProps) {
  const close = () => onDeciding(null);
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-2 *:grow">
        <Button onClick={() => onDeciding("approve")}>
          {t({ message: "Approve", context: "an identity" })}
          <Key letter="a" />
        </Button>
        <Button variant="secondary" onClick={() => onDeciding("ask")}>
          {t({ message: "Ask again", context: "for parts of an identity check" })}
          <Key letter="n" />
        </Button>
        <Button variant="danger" onClick={() => onDeciding("reject")}>
          {t({ message: "Refuse for good", context: "an identity" })}
          <Key letter="r" />
        </Button>
      </div>
      <p className="text-xs text-ink-3 pointer-coarse:hidden">
        {t`Keys: 1 to 3 choose a picture, plus and minus zoom, the square brackets turn it, 0 shows all of it.`}
      </p>
      {deciding === "approve" ? <ApproveSheet check={check} onClose={close} /> : null}
      {deciding === "ask" ? <AskAgainSheet check={check} onClose={close} /> : null}
      {deciding === "reject" ? <RejectSheet check={check} onClose={close} /> : null}
    </div>
  );
}

function Key({ letter }: { readonly letter: string }) {
  return (
    <kbd aria-hidden="true" className="ms-1 font-mono text-xs opacity-70 pointer-coarse:hidden">
      {letter}
    </kbd>
  );
}
