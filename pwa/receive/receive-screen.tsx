import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useSearch } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useSession } from "#pwa/parts/session/session.tsx";
import { type AssetName, readAssetKey } from "#pwa/parts/assets/asset-key.ts";
import { usePrices } from "#pwa/parts/assets/use-prices.ts";
import { useRows } from "#pwa/platform/db/use-rows.ts";
import { Card } from "#pwa/ui/card.tsx";
import { EmptyState } from "#pwa/ui/empty-state.tsx";
import { shortenAddress } from "#pwa/ui/format.ts";
import { Page } from "#pwa/ui/page.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { NATIVE_CODE } from "#schemas/values/fields.ts";
import { PayCode } from "#pwa/parts/qr-codes/pay-code.tsx";
import { OwnAddresses } from "./own-addresses.tsx";
import { requestOf, type TypedRequest } from "./request.ts";
import { RequestFields } from "./request-fields.tsx";
import { ShareRequest } from "./share-request.tsx";
import { useNetworkPassphrase } from "./use-passphrase.ts";

export function ReceiveScreen() {
  const { user } = useSession();
  const { asset }: Readonly<Record<string, unknown>> = useSearch({ strict: false });
  const wanted = (typeof asset === "string" ? readAssetKey(asset) : null) ?? { assetCode: NATIVE_CODE, issuer: "" };
  return (
    <Page title={t`Receive`} description={t`Anyone on the Stellar network can send to this address.`} width="narrow">
      <Card>
        {user?.walletAddress === undefined ? (
          <EmptyState title={t`Your address is being made`}>
            <Trans>
              Your wallet is being set up on the network. It takes a moment after registration; reload the page to look
              again.
            </Trans>
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
  const [typed, setTyped] = useState<TypedRequest>({ amount: "", amountIn: "asset", memo: "", note: "" });
  const { priceOf } = usePrices();
  const passphrase = useNetworkPassphrase();
  const { link, uri, code, problems } = requestOf(typed, {
    address,
    asset: { ...asset, usd: priceOf(asset.assetCode, asset.issuer)?.usd ?? null },
    passphrase,
    origin: location.origin,
  });
  const isPlain = typed.amount.trim() === "" && typed.memo === "" && typed.note.trim() === "" && asset.issuer === "";
  return (
    <div className="flex flex-col gap-6">
      <div className="flex flex-col items-center gap-4">
        <PayCode text={code} label={isPlain ? t`QR code of your address` : t`QR code of your payment request`} />
        <p className="text-center text-sm text-ink-2">
          <Trans>Stellar wallets read this code. To anybody else send the link: it opens in every browser.</Trans>
          {code === uri ? null : (
            <>
              {" "}
              <Trans>Your note stands in the link alone: with it the code would be too dense to scan.</Trans>
            </>
          )}
        </p>
        <OwnAddresses address={address} username={username} userId={userId} />
      </div>
      {options.length > 1 ? (
        <SelectField label={t`Asset`} options={options} value={chosen} onValueChange={setChosen} />
      ) : null}
      <RequestFields
        typed={typed}
        problems={problems}
        asset={asset}
        onChange={(change) => setTyped((known) => ({ ...known, ...change }))}
      />
      <ShareRequest link={link} uri={uri} />
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
