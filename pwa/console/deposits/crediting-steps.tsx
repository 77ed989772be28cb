import { t } from "@lingui/core/macro";
import { Circle, CircleCheck, CircleX, LoaderCircle, TriangleAlert } from "lucide-react";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { useExplorerUrl } from "#pwa/parts/history/use-explorer-url.ts";
import { explorerLink } from "#pwa/parts/history/explorer.ts";
import { CopyButton } from "#pwa/ui/copy-button.tsx";
import { formatCount, shortenAddress } from "#pwa/ui/format.ts";
import type { DepositWithPayment } from "#schemas/deposits.ts";
import { creditingSteps, type Step } from "./crediting.ts";

const LOOKS = {
  done: { Icon: CircleCheck, look: "text-up" },
  now: { Icon: LoaderCircle, look: "animate-spin text-accent" },
  next: { Icon: Circle, look: "text-ink-3" },
  failed: { Icon: CircleX, look: "text-down" },
  unclear: { Icon: TriangleAlert, look: "text-warn" },
} as const;

/** How far the crediting is, from the approval to the ledger that holds it. */
export function CreditingSteps({ deposit }: { readonly deposit: DepositWithPayment }) {
  const steps = creditingSteps(deposit);
  const { payment } = deposit;
  if (steps.length === 0) return null;
  const isTold = payment !== null && (payment.state === "failed" || payment.state === "ambiguous");
  return (
    <section aria-label={t`The crediting`} aria-live="polite" className="text-sm">
      <ol className="flex flex-col gap-1.5">
        {steps.map((step) => (
          <Line key={step.name} step={step} ledger={payment?.ledger ?? null} />
        ))}
      </ol>
      {isTold && payment.reason !== "" ? (
        <p className="mt-2 text-ink-2">
          <AsTyped>{payment.reason}</AsTyped>
        </p>
      ) : null}
      {payment?.hash == null ? null : <Hash hash={payment.hash} />}
    </section>
  );
}

function Line({ step: { name, state }, ledger }: { readonly step: Step; readonly ledger: number | null }) {
  const { Icon, look } = LOOKS[state];
  return (
    <li className="flex items-center gap-2">
      <Icon aria-hidden="true" className={`size-4.5 shrink-0 ${look}`} />
      <span className={state === "next" ? "text-ink-3" : ""}>{wordsOf(name, state, ledger)}</span>
    </li>
  );
}

function wordsOf(name: Step["name"], state: Step["state"], ledger: number | null): string {
  switch (name) {
    case "approved":
      return t`Approved, the rate is locked`;
    case "sent":
      if (state === "failed") return t`The payment failed; nothing was paid`;
      if (state === "unclear") return t`Nobody can tell yet whether it was paid`;
      return state === "done" ? t`The payment was sent to the network` : t`The payment is sent to the network`;
    case "credited": {
      if (state !== "done") return t`In the ledger`;
      const number = ledger === null ? null : formatCount(ledger);
      return number === null ? t`Credited` : t`Credited in ledger ${number}`;
    }
  }
}

function Hash({ hash }: { readonly hash: string }) {
  const url = explorerLink(useExplorerUrl(), hash);
  const short = <span className="font-mono text-xs">{shortenAddress(hash)}</span>;
  return (
    <p className="mt-1 flex items-center gap-1 text-ink-3">
      {url === null ? (
        short
      ) : (
        <a href={url} target="_blank" rel="noreferrer" className="text-accent underline-offset-4 hover:underline">
          {short}
        </a>
      )}
      <CopyButton text={hash} label={t`Copy hash`} />
    </p>
  );
}
