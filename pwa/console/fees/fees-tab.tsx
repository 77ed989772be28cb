import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo, useState } from "react";
import { useAsk } from "#pwa/console/desk/ask.ts";
import type { Column } from "#pwa/console/desk/columns.ts";
import { numberColumn, stateColumn, whenColumn } from "#pwa/console/desk/common-columns.tsx";
import type { ListEnds } from "#pwa/console/desk/list-ends.ts";
import { ListView } from "#pwa/console/desk/list-view.tsx";
import { useMay } from "#pwa/console/desk/may.ts";
import { usePlace } from "#pwa/console/desk/place.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Select } from "#pwa/ui/select.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { meansFee, SHOWN_FEES, shownFees } from "#schemas/console-lists.ts";
import { CONSOLE_LISTS_ENDPOINTS } from "#schemas/endpoints/console-lists.ts";
import { FEES_ENDPOINTS } from "#schemas/endpoints/fees.ts";
import type { FeeRuleOutput } from "#schemas/fees.ts";
import { FeeSheet } from "./fee-sheet.tsx";
import { comingWords, feeWords, operationWords, ruleTitle } from "./fee-words.ts";
import { OpenRule } from "./open-rule.tsx";

const ENDS: ListEnds = {
  exportAt: CONSOLE_LISTS_ENDPOINTS.exportFees,
  countAt: CONSOLE_LISTS_ENDPOINTS.countFees,
};
const NONE: readonly FeeRuleOutput[] = [];

/** What the operator takes for what people do. */
export function FeesTab() {
  const may = useMay();
  const place = usePlace();
  const { find = "" } = place.place;
  const show = shownFees(place.place.show);
  const [isAdding, setAdding] = useState(false);
  const columns = useMemo(() => feeColumns(), []);
  const asked = useAsk(FEES_ENDPOINTS.feeRules, {});
  const all = asked.value?.rules ?? NONE;
  const rows = useMemo(() => all.filter((rule) => meansFee(rule, { find, show })), [all, find, show]);
  return (
    <>
      <ListView
        label={t`Fees`}
        fileName="fees"
        ends={ENDS}
        views="fees"
        shows={SHOWN_FEES}
        asked={asked}
        all={all}
        rows={rows}
        columns={columns}
        idOf={({ id }) => id}
        titleOf={ruleTitle}
        place={place}
        renderCard={(rule) => <RuleCard rule={rule} />}
        searchLabel={t`Search by asset or number`}
        filters={
          <>
            <Select
              aria-label={t`Which fees`}
              options={SHOWN_FEES.map((value) => ({ value, label: shownWords(value) }))}
              value={show}
              onValueChange={(value) => place.go({ show: value === "all" ? undefined : value }, "replace")}
            />
            {may(FEES_ENDPOINTS.createFeeRule) ? (
              <Button variant="secondary" size="sm" onClick={() => setAdding(true)}>
                <Trans>Add a rule</Trans>
              </Button>
            ) : null}
          </>
        }
        empty={{
          title: t`No fee is taken`,
          text: t`Rules say what is taken for payments, swaps, orders, pools, stakes and withdrawals. Without one nothing is.`,
        }}
        renderOpen={(id) => {
          const rule = all.find((each) => each.id === id);
          if (rule) return <OpenRule rule={rule} />;
          return asked.value === null ? null : <Notice>{t`There is no such rule.`}</Notice>;
        }}
      />
      {isAdding ? <FeeSheet former={null} onClose={() => setAdding(false)} /> : null}
    </>
  );
}

function shownWords(shown: (typeof SHOWN_FEES)[number]): string {
  return shown === "all" ? t({ message: "All", context: "fees" }) : operationWords(shown);
}

function feeColumns(): readonly Column<FeeRuleOutput>[] {
  return [
    numberColumn(({ id }) => id),
    {
      name: "operation",
      label: t({ message: "For", context: "what a fee is taken for" }),
      cell: ({ operationType }) => operationWords(operationType),
      text: ({ operationType }) => operationType,
      sortBy: ({ operationType }) => operationWords(operationType),
    },
    {
      name: "asset",
      label: t`Asset`,
      cell: ({ assetCode }) => <bdi dir="ltr">{assetCode}</bdi>,
      text: ({ assetCode }) => assetCode,
      sortBy: ({ assetCode }) => assetCode,
    },
    {
      name: "fee",
      label: t({ message: "Fee", context: "how much it is" }),
      cell: feeWords,
      text: feeWords,
    },
    {
      name: "next",
      label: t({ message: "To come", context: "of a fee" }),
      cell: ({ next }) => (next === null ? "–" : comingWords(next)),
      text: ({ next }) => (next === null ? "" : comingWords(next)),
      sortBy: ({ next }) => next?.from ?? "",
    },
    stateColumn(
      (rule) => <RuleBadge rule={rule} />,
      ({ active }) => String(active),
      ({ active }) => (active ? 0 : 1),
    ),
    whenColumn("changed", t({ message: "Changed", context: "when" }), ({ lastUpdated }) => lastUpdated),
  ];
}

function RuleBadge({ rule: { active } }: { readonly rule: FeeRuleOutput }) {
  return active ? (
    <Badge tone="up">{t({ message: "In force", context: "a rule" })}</Badge>
  ) : (
    <Badge>{t({ message: "Off", context: "a rule" })}</Badge>
  );
}

function RuleCard({ rule }: { readonly rule: FeeRuleOutput }) {
  return (
    <div className="flex flex-col gap-1.5 text-sm">
      <p className="flex items-baseline justify-between gap-3">
        <span>{operationWords(rule.operationType)}</span>
        <bdi dir="ltr">{rule.assetCode}</bdi>
      </p>
      <p>{feeWords(rule)}</p>
      {rule.next === null ? null : <p className="text-ink-3">{comingWords(rule.next)}</p>}
      <p>
        <RuleBadge rule={rule} />
      </p>
    </div>
  );
}
