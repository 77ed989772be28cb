import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { Code } from "#pwa/console/desk/code.tsx";
import { useMay } from "#pwa/console/desk/may.ts";
import { PersonLink } from "#pwa/console/desk/person.tsx";
import { Address } from "#pwa/ui/address.tsx";
import { Amount } from "#pwa/ui/amount.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { formatCount } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { RECONCILIATION_ENDPOINTS } from "#schemas/endpoints/reconciliation.ts";
import type { SuspenseOutput } from "#schemas/suspense.ts";
import { ClaimItemSheet, ReturnItemSheet } from "./decide-item.tsx";
import { ItemBadge } from "./suspense-words.tsx";

/** All that is known of money that fits nobody, and where it can go. */
export function OpenItem({ item }: { readonly item: SuspenseOutput }) {
  const { amount, assetCode, issuer, from, to, memo, ledger, hash, arrivedAt, userId, suggestedUserId, payment } = item;
  return (
    <div className="flex flex-col gap-4 text-sm">
      <Facts
        facts={[
          { name: t({ message: "State", context: "how something stands" }), value: <ItemBadge item={item} /> },
          {
            name: t({ message: "Amount", context: "of a payment" }),
            value: <Amount value={amount} assetCode={assetCode} />,
          },
          ...(issuer === "" ? [] : [{ name: t`Issuer`, value: <Address address={issuer} /> }]),
          { name: t({ message: "From", context: "who pays" }), value: <Address address={from} /> },
          { name: t({ message: "To", context: "who is paid" }), value: <Address address={to} /> },
          { name: t`Memo`, value: memo === "" ? "–" : <AsTyped>{memo}</AsTyped> },
          {
            name: t({ message: "Meant for", context: "which user" }),
            value: suggestedUserId === null ? t`nobody that we know` : <PersonLink id={suggestedUserId} />,
          },
          ...(userId === null ? [] : [{ name: t`Decided for`, value: <PersonLink id={userId} /> }]),
          { name: t({ message: "Arrived", context: "when" }), value: <TimeAgo at={arrivedAt} /> },
          { name: t`Ledger`, value: <span className="numeric">{formatCount(ledger)}</span> },
          { name: t`Hash`, value: <Code text={hash} /> },
        ]}
      />
      {payment === null || payment.state !== "failed" ? null : (
        <Notice tone="error" title={t`The payment that carried it out failed: decide again.`}>
          <AsTyped>{payment.reason}</AsTyped>
        </Notice>
      )}
      <Decisions item={item} />
    </div>
  );
}

function Decisions({ item }: { readonly item: SuspenseOutput }) {
  const may = useMay();
  const [act, setAct] = useState<"claim" | "return" | null>(null);
  if (item.state !== "open" && item.payment?.state !== "failed") return null;
  return (
    <div className="flex flex-wrap gap-2">
      {may(RECONCILIATION_ENDPOINTS.claimSuspense) ? (
        <Button onClick={() => setAct("claim")}>
          <Trans>Pay it on</Trans>
        </Button>
      ) : null}
      {may(RECONCILIATION_ENDPOINTS.returnSuspense) ? (
        <Button variant="secondary" onClick={() => setAct("return")}>
          <Trans>Return it</Trans>
        </Button>
      ) : null}
      {act === "claim" ? <ClaimItemSheet item={item} onClose={() => setAct(null)} /> : null}
      {act === "return" ? <ReturnItemSheet item={item} onClose={() => setAct(null)} /> : null}
    </div>
  );
}
