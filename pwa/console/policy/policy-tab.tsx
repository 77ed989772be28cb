import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import { AskedState } from "#pwa/console/desk/asked-state.tsx";
import { useMay } from "#pwa/console/desk/may.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { formatAmountText, formatCount, formatDate, formatPercent } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { OPERATORS_ENDPOINTS } from "#schemas/endpoints/operators.ts";
import { IDENTITY_OPERATIONS, type OperatorPolicy } from "#schemas/security.ts";
import { levelWords, operationWords } from "#pwa/console/desk/level-words.ts";
import { PolicySheet } from "./policy-sheet.tsx";

/** What is asked of every payment. */
export function PolicyTab() {
  const may = useMay();
  const asked = useAsk(OPERATORS_ENDPOINTS.operatorPolicy, {});
  const [isChanging, setChanging] = useState(false);
  const policy = asked.value;
  return (
    <AskedState asked={asked}>
      {policy === null ? null : (
        <Card className="max-w-2xl">
          <CardHeader
            title={t`What is asked of every payment`}
            description={t`Whatever asks less takes a second operator.`}
            action={
              may(OPERATORS_ENDPOINTS.setOperatorPolicy) ? (
                <Button variant="secondary" size="sm" onClick={() => setChanging(true)}>
                  {t({ message: "Change", context: "button" })}
                </Button>
              ) : undefined
            }
          />
          <Facts facts={policyFacts(policy)} />
          <p className="mt-3 text-sm text-ink-3">
            <Trans>
              Amounts are worth: in USD, in XLM where no price in USD is known, in units of an asset that never had a
              price.
            </Trans>
          </p>
        </Card>
      )}
      {isChanging && policy !== null ? <PolicySheet policy={policy} onClose={() => setChanging(false)} /> : null}
    </AskedState>
  );
}

function sinceWords({ kycFrom }: OperatorPolicy): string {
  if (kycFrom === null) return t({ message: "yes", context: "answer" });
  const date = formatDate(Date.parse(kycFrom), { withTime: true });
  return t({ message: `from ${date} on`, context: "when identities are asked for" });
}

function policyFacts(policy: OperatorPolicy) {
  const hours = (count: number) => {
    const shown = formatCount(count);
    return count === 0
      ? t({ message: "none", context: "no such wait" })
      : plural(count, { one: `${shown} hour`, other: `${shown} hours` });
  };
  const usd = (amount: string | null) => {
    if (amount === null) return t({ message: "none", context: "no such bound" });
    const shown = formatAmountText(amount);
    return t`${shown} USD`;
  };
  return [
    {
      name: t`Identity is asked for`,
      value: policy.isKycRequired ? sinceWords(policy) : t({ message: "no", context: "answer" }),
    },
    ...(policy.isKycRequired
      ? IDENTITY_OPERATIONS.map((operation) => ({
          name: operationWords(operation),
          value: levelWords(policy.kycLevels[operation]),
        }))
      : []),
    { name: t`Pause after a new password or second factor`, value: hours(policy.coolOffHours) },
    { name: t`Wait before an account is protected less`, value: hours(policy.weakeningHours) },
    { name: t`Most that one sends within 24 hours`, value: usd(policy.dailyLimit) },
    { name: t`An operator approves payments above`, value: usd(policy.approveAbove) },
    {
      name: t`Two operators decide about the identity of whoever holds more than`,
      value: usd(policy.identitySecondAbove),
    },
    { name: t`What an exchange may give away, as a share`, value: formatPercent(policy.lossTolerancePercent) },
    { name: t`What an exchange may give away, at least`, value: usd(policy.lossToleranceUsd) },
  ];
}
