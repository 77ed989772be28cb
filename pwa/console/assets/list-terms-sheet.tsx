import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Button } from "#pwa/ui/button.tsx";
import { SwitchField } from "#pwa/ui/switch.tsx";
import { LISTING_ENDPOINTS } from "#schemas/endpoints/listing.ts";
import { ListAssetInput } from "#schemas/listing.ts";
import {
  atPicture,
  draftOfFound,
  type FoundAsset,
  type Listing,
  PICTURE_REFUSALS,
  TOLD_FIELDS,
  toldOf,
} from "./asset-draft.ts";
import { FoundFacts, Refusals } from "./found-facts.tsx";
import { ToldFields } from "./told-fields.tsx";

interface ListTermsSheetProps {
  readonly found: FoundAsset;
  /** Of the list that it was compared with. */
  readonly version: number;
  readonly listing: Listing;
  readonly onBack: () => void;
  readonly onClose: () => void;
}

/** What is known of an asset, its issuer's powers first, and what people will be told of it. */
export function ListTermsSheet({ found, version, listing, onBack, onClose }: ListTermsSheetProps) {
  const { assetCode, issuer, powers, refusals, namesake, image } = found;
  const [draft, setDraft] = useState(() => draftOfFound(found, listing));
  const [acceptsNamesake, setAccepts] = useState(false);
  const [reason, setReason] = useState("");
  const action = useAction(TOLD_FIELDS, PICTURE_REFUSALS);
  const askAgain = useAskAgain();
  // Whoever was told that it looks like another one may list it all the same.
  const against = refusals.filter(({ code }) => code !== "listing-namesake");
  const isAlike = refusals.length > against.length;

  function list() {
    const typed = toldOf(draft);
    if ("issues" in typed) return action.refuse(typed.issues);
    const input = { assetCode, issuer, ...typed.told, powers, acceptsNamesake, version, reason };
    const read = readForm(ListAssetInput, input);
    if ("issues" in read) return action.refuse(atPicture(read.issues));
    return action.run(async () => {
      tellOutcome(await call(LISTING_ENDPOINTS.listAsset, { body: read.value }), t`${assetCode} is listed`);
      askAgain();
      onClose();
    });
  }

  return (
    <ActSheet
      title={t`List ${assetCode}?`}
      description={t`People can trade it within seconds, against XLM and the dollar at first. A second operator agrees to it as you leave it here.`}
      action={action}
      submit={t`List it`}
      isReady={against.length === 0 && (!isAlike || acceptsNamesake)}
      onSubmit={list}
      onClose={onClose}
    >
      <p>
        <Button variant="link" size="inline" onClick={onBack}>
          <Trans>Look for another one</Trans>
        </Button>
      </p>
      <FoundFacts found={found} />
      <Refusals refusals={refusals} />
      {against.length > 0 ? null : (
        <>
          {isAlike ? (
            <SwitchField
              label={t`List it all the same`}
              hint={t`I know that people could take it for ${{ namesake: namesake ?? "" }}.`}
              checked={acceptsNamesake}
              onCheckedChange={setAccepts}
            />
          ) : null}
          <ToldFields
            draft={draft}
            image={image}
            issues={action.issues}
            onChange={(change) => setDraft({ ...draft, ...change })}
          />
          <ReasonField most={500} value={reason} error={action.issues["reason"]} onChange={setReason} />
        </>
      )}
    </ActSheet>
  );
}
