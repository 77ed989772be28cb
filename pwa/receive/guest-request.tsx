import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { AskerWords } from "#pwa/parts/directory/asker-words.tsx";
import { MEMO_NAMES } from "#pwa/parts/directory/memo-names.ts";
import { makeCodeUri, makePayUri, type PayRequest, readPayUri } from "#pwa/parts/directory/pay-uri.ts";
import { TestNetworkBand } from "#pwa/parts/service/test-network.tsx";
import { Amount } from "#pwa/ui/amount.tsx";
import { Button } from "#pwa/ui/button.tsx";
import { Card } from "#pwa/ui/card.tsx";
import { CopyButton } from "#pwa/ui/copy-button.tsx";
import { shortenAddress } from "#pwa/ui/format.ts";
import { Identicon } from "#pwa/ui/identicon.tsx";
import { later } from "#pwa/ui/later.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { usePageTitle } from "#pwa/ui/page-title.ts";

const PayCode = later(
  async () => (await import("#pwa/parts/qr-codes/pay-code.tsx")).PayCode,
  // As large as what comes, so that nothing moves.
  () => <div className="aspect-square w-full max-w-64 rounded-md bg-surface-2" />,
);

/** What guests see who open a payment link: what it asks for, and the ways to pay it. */
export function GuestRequest({ uri }: { readonly uri: string }) {
  const reading = readPayUri(uri);
  usePageTitle(t`Payment request`);
  return (
    <div className="mx-auto w-full max-w-xl px-4 py-8 sm:px-6">
      <TestNetworkBand className="mb-4 rounded-md" />
      <h1 className="text-2xl font-semibold">
        <Trans>Somebody asks to be paid</Trans>
      </h1>
      <p className="mt-1 mb-6 text-sm text-ink-2">
        <Trans>
          A link can be made by anybody. Pay only if you know who sent it to you, and compare the address with them.
        </Trans>
      </p>
      {reading.ok ? (
        <Asked request={reading.request} />
      ) : (
        <Notice tone="error" title={t`This link cannot be paid`}>
          {reading.problem} <Trans>Ask whoever sent it for a new one.</Trans>
        </Notice>
      )}
    </div>
  );
}

function Asked({ request }: { readonly request: PayRequest }) {
  const { destination, amount, assetCode, issuer, memo, memoType, networkPassphrase, message } = request;
  // Written anew: nothing goes on that was not read, and shown.
  const uri = makePayUri(request);
  return (
    <div className="flex flex-col gap-6">
      <Card>
        <div className="flex flex-col gap-4">
          <p className="text-center text-2xl font-semibold">
            {amount === "" ? t`Any amount of ${assetCode}` : <Amount value={amount} assetCode={assetCode} />}
          </p>
          <div className="flex items-start gap-3 rounded-md bg-surface-2 p-3">
            <Identicon address={destination} />
            <div className="min-w-0 grow">
              <p className="text-xs text-ink-3">
                <Trans context="who is paid">To</Trans>
              </p>
              <p className="font-mono font-medium">{shortenAddress(destination)}</p>
              <p className="mt-1 font-mono text-xs break-all text-ink-2">{destination}</p>
            </div>
            <CopyButton text={destination} label={t`Copy address`} />
          </div>
          <AskerWords message={message} />
          <Facts
            facts={[
              {
                name: t`Asset`,
                value: issuer === "" ? t`XLM, the network's own` : assetCode,
              },
              ...(issuer === ""
                ? []
                : [{ name: t`Issued by`, value: <span className="font-mono text-xs break-all">{issuer}</span> }]),
              {
                name: MEMO_NAMES[memoType],
                value:
                  memo === "" ? (
                    t({ message: "None", context: "memo" })
                  ) : (
                    <bdi className="break-all whitespace-pre-wrap">{memo}</bdi>
                  ),
              },
              ...(networkPassphrase === "" ? [] : [{ name: t`Network`, value: <bdi>{networkPassphrase}</bdi> }]),
            ]}
          />
        </div>
      </Card>
      <div className="flex flex-col gap-3">
        <Button asChild size="lg">
          <Link to="/auth" search={{ tab: "sign-in", pay: uri }}>
            <Trans>Sign in to pay</Trans>
          </Link>
        </Button>
        <Button asChild size="lg" variant="secondary">
          <Link to="/auth" search={{ tab: "register", pay: uri }}>
            <Trans>Create a wallet</Trans>
          </Link>
        </Button>
      </div>
      <OtherWallets uri={uri} code={makeCodeUri(request)} />
    </div>
  );
}

function OtherWallets({ uri, code }: { readonly uri: string; readonly code: string }) {
  return (
    <section aria-labelledby="other-wallets">
      <h2 id="other-wallets" className="text-lg font-semibold">
        <Trans>With another Stellar wallet</Trans>
      </h2>
      <p className="mt-1 mb-4 text-sm text-ink-2">
        <Trans>
          Scan the code with it, or open the request in a wallet on this device. Both ask for the same as this page.
        </Trans>
      </p>
      <div className="flex flex-col items-center gap-4">
        <PayCode text={code} label={t`QR code of the payment request`} />
        <Button asChild variant="secondary">
          <a href={uri}>
            <Trans>Open in a wallet on this device</Trans>
          </a>
        </Button>
      </div>
    </section>
  );
}
