import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { useMay } from "#pwa/console/desk/may.ts";
import { Button } from "#pwa/ui/button.tsx";
import { formatAmountText, formatStroops } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { FEES_ENDPOINTS } from "#schemas/endpoints/fees.ts";
import type { FeeRuleOutput } from "#schemas/fees.ts";
import { FeeSheet } from "./fee-sheet.tsx";
import { comingWords, costOf, feeWords, operationWords } from "./fee-words.ts";

const SAMPLES = ["1", "100", "10000"];

/** One rule, and what it comes to. */
export function OpenRule({ rule }: { readonly rule: FeeRuleOutput }) {
  const may = useMay();
  const [isChanging, setChanging] = useState(false);
  const { assetCode } = rule;
  return (
    <div className="flex flex-col gap-4 text-sm">
      <Facts
        facts={[
          {
            name: t({ message: "For", context: "what a fee is taken for" }),
            value: operationWords(rule.operationType),
          },
          { name: t({ message: "Fee", context: "how much it is" }), value: feeWords(rule) },
          ...(rule.next === null
            ? []
            : [{ name: t({ message: "To come", context: "of a fee" }), value: comingWords(rule.next) }]),
          ...SAMPLES.map((amount) => {
            const shown = formatAmountText(amount);
            return {
              name: t`On ${shown} ${assetCode}`,
              value: `${formatStroops(costOf(rule, amount))} ${assetCode}`,
            };
          }),
        ]}
      />
      {may(FEES_ENDPOINTS.changeFeeRule) ? (
        <div>
          <Button onClick={() => setChanging(true)}>
            <Trans>Change the rule</Trans>
          </Button>
        </div>
      ) : null}
      {isChanging ? <FeeSheet former={rule} onClose={() => setChanging(false)} /> : null}
    </div>
  );
}
