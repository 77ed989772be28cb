import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { ActSheet } from "#pwa/console/desk/act-sheet.tsx";
import { AssetMark } from "#pwa/parts/assets/asset-mark.tsx";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { assetKeyOf } from "#pwa/parts/history/movement.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Badge } from "#pwa/ui/badge.tsx";
import { TextField } from "#pwa/ui/field.tsx";
import { shortenAddress } from "#pwa/ui/format.ts";
import { List, ListRow } from "#pwa/ui/list.tsx";
import { Segments } from "#pwa/ui/segments.tsx";
import { LISTING_ENDPOINTS } from "#schemas/endpoints/listing.ts";
import type { ListingPreviewOutput } from "#schemas/listing.ts";
import { AssetLookupQuery } from "#schemas/trustlines.ts";
import type { FoundAsset, Listing } from "./asset-draft.ts";
import { ListTermsSheet } from "./list-terms-sheet.tsx";

type Way = "issuer" | "domain";

interface LookDraft {
  readonly way: Way;
  readonly code: string;
  readonly issuer: string;
  readonly domain: string;
}

const FIELDS = ["code", "issuer", "domain"];
const BY_CODE = {
  "issuer-missing": "issuer",
  "domain-malformed": "domain",
  "domain-unreadable": "domain",
  "domain-elsewhere": "domain",
  "domain-without-assets": "domain",
};

interface ListSheetProps {
  readonly listing: Listing;
  /** What is looked for at first: one that is listed again. */
  readonly first?: { readonly assetCode: string; readonly issuer: string };
  readonly onClose: () => void;
}

/** An asset is found on the network, looked at with all that stands against it, and then listed as it was shown. */
export function ListSheet({ listing, first, onClose }: ListSheetProps) {
  const [draft, setDraft] = useState<LookDraft>({
    way: "issuer",
    code: first?.assetCode ?? "",
    issuer: first?.issuer ?? "",
    domain: "",
  });
  const [seen, setSeen] = useState<ListingPreviewOutput | null>(null);
  const [chosen, setChosen] = useState<FoundAsset | null>(null);
  const action = useAction(FIELDS, BY_CODE);

  function look() {
    const { way, code, issuer, domain } = draft;
    const asked = way === "issuer" ? { code: code.trim(), issuer: issuer.trim() } : { domain: domain.trim() };
    const read = readForm(AssetLookupQuery, asked);
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      const answer = await call(LISTING_ENDPOINTS.previewListing, { query: read.value });
      const [only, another] = answer.assets;
      setSeen(answer);
      setChosen(another === undefined ? (only ?? null) : null);
    });
  }

  if (seen !== null && chosen !== null)
    return (
      <ListTermsSheet
        found={chosen}
        version={seen.version}
        listing={listing}
        onBack={() => setChosen(null)}
        onClose={onClose}
      />
    );
  return (
    <ActSheet
      title={t`List an asset`}
      description={t`By its code and issuer, or all that a home domain names. Nothing is listed yet by looking.`}
      action={action}
      submit={t`Look it up`}
      onSubmit={look}
      onClose={onClose}
    >
      <LookFields draft={draft} issues={action.issues} onChange={(change) => setDraft({ ...draft, ...change })} />
      {seen === null || seen.assets.length < 2 ? null : <Found assets={seen.assets} onChoose={setChosen} />}
    </ActSheet>
  );
}

interface LookFieldsProps {
  readonly draft: LookDraft;
  readonly issues: Readonly<Record<string, string>>;
  readonly onChange: (change: Partial<LookDraft>) => void;
}

function LookFields({ draft, issues, onChange }: LookFieldsProps) {
  const field = (name: Exclude<keyof LookDraft, "way">) => ({
    name,
    autoComplete: "off",
    spellCheck: false,
    value: draft[name],
    error: issues[name],
    onChange: (event: { readonly target: { readonly value: string } }) => onChange({ [name]: event.target.value }),
  });
  return (
    <>
      <Segments<Way>
        label={t`How it is found`}
        isWide
        items={[
          { value: "issuer", label: t`Code and issuer` },
          { value: "domain", label: t`Home domain` },
        ]}
        value={draft.way}
        onValueChange={(way) => onChange({ way })}
      />
      {draft.way === "issuer" ? (
        <>
          <TextField {...field("code")} label={t({ message: "Code", context: "of an asset" })} maxLength={12} />
          <TextField {...field("issuer")} label={t`Issuer`} inputClassName="font-mono text-sm" />
        </>
      ) : (
        <TextField
          {...field("domain")}
          label={t`Home domain`}
          hint={t`The server reads its stellar.toml. Only assets whose issuer names the domain in return are shown.`}
          inputMode="url"
        />
      )}
    </>
  );
}

interface FoundProps {
  readonly assets: readonly FoundAsset[];
  readonly onChoose: (asset: FoundAsset) => void;
}

function Found({ assets, onChoose }: FoundProps) {
  return (
    <List aria-label={t`What was found`}>
      {assets.map((asset) => (
        <li key={assetKeyOf(asset)}>
          <button
            type="button"
            className="-mx-2 block w-[calc(100%+1rem)] rounded-sm px-2 text-start transition-colors duration-150 hover:bg-surface-2"
            onClick={() => onChoose(asset)}
          >
            <ListRow
              lead={<AssetMark asset={asset} image={asset.image} />}
              title={<bdi dir="ltr">{asset.assetCode}</bdi>}
              detail={<span className="font-mono">{shortenAddress(asset.issuer)}</span>}
              trail={
                asset.state === "listed" ? (
                  <Badge tone="up">
                    <Trans context="an asset">Listed</Trans>
                  </Badge>
                ) : undefined
              }
            />
          </button>
        </li>
      ))}
    </List>
  );
}
