import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { CircleDollarSign } from "lucide-react";
import { Amount } from "#pwa/ui/amount.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { CopyButton } from "#pwa/ui/copy-button.tsx";
import { formatAmountText, formatDate } from "#pwa/ui/format.ts";
import { Facts, List, ListRow } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Sheet } from "#pwa/ui/sheet.tsx";
import { TimeAgo } from "#pwa/ui/time-ago.tsx";
import { type Deposit, rateText, statusWords, usdText, xlmOf } from "./deposit-words.ts";

interface DepositListProps {
  readonly deposits: readonly Deposit[];
  readonly onOpen: (deposit: Deposit) => void;
}

export function DepositList({ deposits, onOpen }: DepositListProps) {
  return (
    <List aria-label={t`Your deposits`}>
      {deposits.map((deposit) => (
        <li key={deposit.uid}>
          <button
            type="button"
            onClick={() => onOpen(deposit)}
            className="-mx-2 block w-[calc(100%+1rem)] rounded-sm px-2 text-start transition-colors duration-150 hover:bg-surface-2"
          >
            <DepositItem deposit={deposit} />
          </button>
        </li>
      ))}
    </List>
  );
}

function DepositItem({ deposit }: { readonly deposit: Deposit }) {
  const xlm = xlmOf(deposit);
  return (
    <ListRow
      lead={
        <span
          aria-hidden="true"
          className="grid size-9 shrink-0 place-items-center rounded-full bg-surface-2 text-ink-3"
        >
          <CircleDollarSign className="size-4.5" />
        </span>
      }
      title={<span className="numeric">{usdText(deposit.amount)}</span>}
      detail={<TimeAgo at={deposit.createdAt} />}
      trail={xlm === null ? undefined : <XlmOf deposit={deposit} xlm={xlm} />}
      trailDetail={<StatusBadge deposit={deposit} />}
    />
  );
}

function XlmOf({ deposit, xlm }: { readonly deposit: Deposit; readonly xlm: string }) {
  if (deposit.xlmCredited !== null) return <Amount value={formatAmountText(xlm)} assetCode="XLM" />;
  return (
    <Trans>
      <span className="text-ink-3">about</span> <Amount value={formatAmountText(xlm)} assetCode="XLM" />
    </Trans>
  );
}

function StatusBadge({ deposit }: { readonly deposit: Deposit }) {
  const { label, tone } = statusWords(deposit.status);
  return <Badge tone={tone}>{label}</Badge>;
}

/** Everything about one deposit. */
export function DepositSheet({ deposit, onClose }: { readonly deposit: Deposit; readonly onClose: () => void }) {
  const { sentence, tone } = statusWords(deposit.status);
  const { depositId, reason, xlmRate, hash } = deposit;
  const xlm = xlmOf(deposit);
  return (
    <Sheet
      onClose={onClose}
      title={t`Deposit ${depositId}`}
      description={formatDate(Date.parse(deposit.createdAt), { withTime: true })}
      footer={
        hash === "" ? undefined : (
          <Button asChild variant="secondary">
            <Link to="/transactions" search={{ text: hash }}>
              <Trans>Show in your history</Trans>
            </Link>
          </Button>
        )
      }
    >
      <div aria-live="polite">
        <Notice tone={tone === "up" ? "success" : tone === "down" ? "error" : "info"}>
          {sentence}
          {reason === "" ? null : <span className="mt-1 block break-words">{t`“${reason}”`}</span>}
        </Notice>
      </div>
      <div className="mt-3">
        <Facts
          facts={[
            { name: t`Status`, value: <StatusBadge deposit={deposit} /> },
            {
              name: t({ message: "Paid", context: "the amount that was paid" }),
              value: <span className="numeric">{usdText(deposit.amount)}</span>,
            },
            ...(xlm === null
              ? []
              : [
                  {
                    name: deposit.status === "credited" ? t`You got` : t`You get`,
                    value: <XlmOf deposit={deposit} xlm={xlm} />,
                  },
                ]),
            ...(xlmRate === null
              ? []
              : [
                  {
                    name: t`Rate`,
                    value: <span className="numeric">{rateText(xlmRate)}</span>,
                  },
                ]),
            ...(deposit.method === ""
              ? []
              : [{ name: t`Paid by`, value: <bdi className="break-words">{deposit.method}</bdi> }]),
            {
              name: t({ message: "From", context: "who pays" }),
              value: <span className="break-all">{deposit.cashAppUsername}</span>,
            },
            ...(deposit.recipient === ""
              ? []
              : [
                  {
                    name: t({ message: "To", context: "who is paid" }),
                    value: <span className="break-all">{deposit.recipient}</span>,
                  },
                ]),
            {
              name: t`Transaction id`,
              value: (
                <span className="inline-flex max-w-full items-center gap-1">
                  <span className="min-w-0 font-mono text-xs break-all">{deposit.cashAppTransactionId}</span>
                  <CopyButton text={deposit.cashAppTransactionId} label={t`Copy transaction id`} />
                </span>
              ),
            },
          ]}
        />
      </div>
    </Sheet>
  );
}
