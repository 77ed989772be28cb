import { plural, t } from "@lingui/core/macro";
import { AsTyped } from "#pwa/console/desk/as-typed.tsx";
import { proofWords } from "#pwa/parts/assets/facts-words.ts";
import { refusalWords } from "#pwa/platform/language/error-words.ts";
import { formatAmountText, formatCount } from "#pwa/ui/format.ts";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import type { ToldRefusal } from "#schemas/said.ts";
import type { AssetPowers } from "#schemas/trustlines.ts";
import type { FoundAsset } from "./asset-draft.ts";
import { hasPower, powerSentences } from "./asset-words.ts";

/** What the network and the issuer's site say of an asset. */
export function FoundFacts({ found }: { readonly found: FoundAsset }) {
  const { assetCode, issuer, organisation, supply, powers } = found;
  const proof = proofWords(found);
  return (
    <>
      <PowerNotice powers={powers} />
      {proof.tone === "warn" ? <Notice tone="warn">{proof.text}</Notice> : <Notice tone="success">{proof.text}</Notice>}
      <Facts
        facts={[
          { name: t({ message: "Code", context: "of an asset" }), value: <bdi dir="ltr">{assetCode}</bdi> },
          { name: t`Issuer`, value: <bdi className="font-mono text-xs break-all">{issuer}</bdi> },
          ...(organisation === null ? [] : [{ name: t`Organisation`, value: <AsTyped>{organisation}</AsTyped> }]),
          ...(supply === null ? [] : [{ name: t`There is`, value: supplyText(supply, assetCode) }]),
        ]}
      />
    </>
  );
}

/** Said before listing, and wherever the asset is looked at afterwards. */
export function PowerNotice({ powers }: { readonly powers: AssetPowers }) {
  const sentences = powerSentences(powers);
  return (
    <Notice tone={hasPower(powers) ? "warn" : "info"} title={t`What the issuer can do to holders`}>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
    </Notice>
  );
}

export function Refusals({ refusals }: { readonly refusals: readonly ToldRefusal[] }) {
  return refusals.map((refusal) => (
    <Notice key={refusal.code} tone={refusal.code === "listing-namesake" ? "warn" : "error"}>
      {refusalWords(refusal)}
    </Notice>
  ));
}

function supplyText({ accounts, amount }: NonNullable<FoundAsset["supply"]>, assetCode: string): string {
  const [count, total] = [formatCount(accounts), formatAmountText(amount)];
  return plural(accounts, {
    one: `${total} ${assetCode}, held by ${count} account`,
    other: `${total} ${assetCode}, held by ${count} accounts`,
  });
}
