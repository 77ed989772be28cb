import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { BadgeCheck } from "lucide-react";
import { Address } from "#pwa/ui/address.tsx";
import { Badge } from "#pwa/ui/badge.tsx";
import { Card, CardHeader } from "#pwa/ui/card.tsx";
import { Facts } from "#pwa/ui/list.tsx";
import { Notice } from "#pwa/ui/notice.tsx";
import { Skeleton } from "#pwa/ui/skeleton.tsx";
import type { AssetFacts } from "#schemas/trustlines.ts";
import type { AssetName } from "#pwa/parts/assets/asset-key.ts";
import { powerWords, proofWords, warningsOf } from "#pwa/parts/assets/facts-words.ts";

interface AboutCardProps {
  readonly asset: AssetName;
  readonly facts: AssetFacts | null;
  readonly problem: string | null;
  readonly isPending: boolean;
}

/** Who issues the asset, what vouches for that, and what its issuer can do. */
export function AboutCard({ asset, facts, problem, isPending }: AboutCardProps) {
  return (
    <Card aria-labelledby="asset-about">
      <CardHeader
        id="asset-about"
        title={t`About this asset`}
        action={
          facts?.isListed === true ? (
            <Badge tone="accent" icon={<BadgeCheck aria-hidden="true" />}>
              <Trans>Listed here</Trans>
            </Badge>
          ) : undefined
        }
      />
      {asset.issuer === "" ? (
        <p className="text-sm text-ink-2">
          <Trans>
            XLM is the network's own coin. Nobody issues it, nobody can freeze it or take it back. It pays the network's
            fees, and some of it keeps your account open.
          </Trans>
        </p>
      ) : (
        <div className="flex flex-col gap-3">
          <Facts
            facts={[
              { name: t`Issuer`, value: <Address address={asset.issuer} /> },
              ...(facts === null
                ? []
                : [
                    { name: t`Home domain`, value: facts.homeDomain ?? t({ message: "None", context: "home domain" }) },
                  ]),
            ]}
          />
          {isPending ? <Skeleton className="h-40 w-full" /> : null}
          {problem === null ? null : <Notice tone="error">{problem}</Notice>}
          {facts === null && problem === null && !isPending ? (
            <Notice>
              <Trans>
                What else is known of this asset has not reached this device. It appears once you are connected.
              </Trans>
            </Notice>
          ) : null}
          {facts === null ? null : <Known facts={facts} />}
        </div>
      )}
    </Card>
  );
}

function Known({ facts }: { readonly facts: AssetFacts }) {
  const { organisation } = facts;
  const proof = proofWords(facts);
  const [namesake] = facts.namesake === null ? [] : warningsOf(facts);
  return (
    <>
      {namesake === undefined ? null : <Notice tone="warn">{namesake}</Notice>}
      <Notice tone={proof.tone === "good" ? "success" : "warn"}>{proof.text}</Notice>
      {organisation === null ? null : (
        <p className="text-sm text-ink-2">
          <Trans>Made by {organisation}.</Trans>
        </p>
      )}
      {facts.description === null ? null : (
        <p dir="auto" className="text-sm break-words text-ink-2">
          {facts.description}
        </p>
      )}
      {facts.conditions === null ? null : (
        <p dir="auto" className="text-sm break-words text-ink-3">
          {facts.conditions}
        </p>
      )}
      <h3 className="pt-2 text-sm font-semibold">
        <Trans>What the issuer can do</Trans>
      </h3>
      <ul className="flex list-disc flex-col gap-1.5 ps-5 text-sm text-ink-2">
        {powerWords(facts).map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </>
  );
}
