import { Share2 } from "lucide-react";
import { useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { type AssetName, readAssetKey } from "#pwa/parts/assets/asset-key.ts";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { logProblem } from "#pwa/platform/device/log.ts";
import { showToast } from "#pwa/parts/toasts/toasts.ts";
import { Button } from "#pwa/ui/button.tsx";
import { Card } from "#pwa/ui/card.tsx";
import { CopyButton } from "#pwa/ui/copy-button.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { shortenAddress } from "#pwa/ui/format.ts";
import { Page } from "#pwa/ui/page.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { NATIVE_CODE } from "#schemas/values/fields.ts";
import { MEMO_MAX_BYTES, memoBytes } from "#schemas/values/memo.ts";
import { PayCode } from "#pwa/parts/qr-codes/pay-code.tsx";
import { requestOf } from "./request.ts";
import { useNetworkPassphrase } from "./use-passphrase.ts";

export function ReceiveScreen() {
  const { user } = useSession();
  const { asset }: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const wanted = (typeof asset === "string" ? readAssetKey(asset) : null) ?? { assetCode: NATIVE_CODE, issuer: "" };
  return (
    <Page title="Receive" description="Anyone on the Stellar network can send to this address." width="narrow">
      <Card>
        {user?.walletAddress === undefined ? (
          <EmptyState title="Your address is being made">
            Your wallet is being set up on the network. It takes a moment after registration; reload the page to look
            again.
          </EmptyState>
        ) : (
          <PaymentRequest
            address={user.walletAddress}
            username={user.username}
            userId={user.uniqueUserId}
            wanted={wanted}
          />
        )}
      </Card>
    </Page>
  );
}

interface PaymentRequestProps {
  readonly address: string;
  readonly username: string;
  readonly userId: string;
  /** What is asked for at first. */
  readonly wanted: AssetName;
}

function PaymentRequest({ address, username, userId, wanted }: PaymentRequestProps) {
  const { rows } = useRows("balances");
  const [chosen, setChosen] = useState(keyOf(wanted));
  const asset = readAssetKey(chosen) ?? wanted;
  const options = useMemo(() => assetOptions(rows, wanted), [rows, wanted]);
  const [amount, setAmount] = useState("");
  const [memo, setMemo] = useState("");
  const passphrase = useNetworkPassphrase();
  // Names are served on the domain that the app came from (SEP-2).
  const name = `${username}*${location.host}`;
  const { uri, problems } = requestOf(address, amount, memo, asset, passphrase);
  const isPlain = amount.trim() === "" && memo === "" && asset.issuer === "";
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col items-center gap-4">
        <PayCode text={uri} label={isPlain ? "QR code of your address" : "QR code of your payment request"} />
        <div className="w-full rounded-md bg-surface-2 p-3">
          <p className="text-xs text-ink-3">Your address</p>
          <div className="flex items-start justify-between gap-2">
            <p className="font-mono text-sm break-all">{address}</p>
            <CopyButton text={address} what="address" />
          </div>
          <p className="mt-2 text-xs text-ink-3">Your name, in any Stellar wallet</p>
          <div className="flex items-center justify-between gap-2">
            <p data-private="" className="font-mono text-sm break-all">
              {name}
            </p>
            <CopyButton text={name} what="name" />
          </div>
          <p className="mt-2 text-xs text-ink-3">Your user ID, for people on this service</p>
          <div className="flex items-center justify-between gap-2">
            <p data-private="" className="font-mono text-sm break-all">
              {userId}
            </p>
            <CopyButton text={userId} what="user ID" />
          </div>
        </div>
      </div>
      {options.length > 1 ? (
        <SelectField label="Asset" options={options} value={chosen} onValueChange={setChosen} />
      ) : null}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={`Amount in ${asset.assetCode} (optional)`}
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          error={problems.amount}
          onChange={(event) => setAmount(event.target.value)}
        />
        <TextField
          label="Memo (optional)"
          name="memo"
          autoComplete="off"
          value={memo}
          error={problems.memo}
          aside={<span className="numeric text-xs text-ink-3">{`${memoBytes(memo)}/${MEMO_MAX_BYTES}`}</span>}
          onChange={(event) => setMemo(event.target.value)}
        />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        {typeof navigator.share === "function" ? (
          <Button onClick={() => void share(isPlain ? address : uri)}>
            <Share2 aria-hidden="true" className="size-4" />
            Share
          </Button>
        ) : null}
        <span className="inline-flex items-center gap-1 text-sm text-ink-2">
          Copy the payment link
          <CopyButton text={uri} what="payment link" />
        </span>
      </div>
    </div>
  );
}

function keyOf({ assetCode, issuer }: AssetName): string {
  return issuer === "" ? assetCode : `${assetCode}-${issuer}`;
}

/** What the account can take, XLM first, and what was asked for. */
function assetOptions(held: readonly AssetName[], wanted: AssetName) {
  const all = new Map([wanted, ...held].map((asset) => [keyOf(asset), asset]));
  return [...all]
    .map(([value, { assetCode, issuer }]) => ({
      value,
      label: issuer === "" ? assetCode : `${assetCode} (${shortenAddress(issuer)})`,
    }))
    .sort((left, right) => Number(left.value !== NATIVE_CODE) - Number(right.value !== NATIVE_CODE));
}

async function share(text: string): Promise<void> {
  try {
    await navigator.share({ title: "My Stellar address", text });
  } catch (error) {
    // Closing the share sheet is a choice, not a failure.
    if (error instanceof DOMException && error.name === "AbortError") return;
    logProblem("Sharing failed", error);
    showToast({
      title: "This device could not share it",
      description: "Copy the address or the payment link instead.",
      tone: "destructive",
    });
  }
}
