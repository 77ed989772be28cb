import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { assetKeyOf } from "#pwa/parts/history/movement.ts";
import { call } from "#pwa/platform/api/call.ts";
import { Notice } from "#pwa/ui/notice.tsx";
import { SelectField } from "#pwa/ui/select.tsx";
import { LISTING_ENDPOINTS } from "#schemas/endpoints/listing.ts";
import { SetDollarInput } from "#schemas/listing.ts";
import type { Listing } from "./asset-draft.ts";
import { shortKey } from "./asset-words.ts";

const FIELDS = ["reason"];
const NONE = "";

interface DollarSheetProps {
  readonly listing: Listing;
  readonly onClose: () => void;
}

/** Which listed asset stands for the US dollar: all prices and limits are counted by it. */
export function DollarSheet({ listing: now, onClose }: DollarSheetProps) {
  const [{ version, assets, dollar }] = useState(now);
  const [asset, setAsset] = useState(dollar ?? NONE);
  const [reason, setReason] = useState("");
  const action = useAction(FIELDS);
  const askAgain = useAskAgain();
  const listed = assets.filter(({ state }) => state === "listed").map(assetKeyOf);

  function save() {
    const read = readForm(SetDollarInput, { asset: asset === NONE ? null : asset, version, reason });
    if ("issues" in read) return action.refuse(read.issues);
    return action.run(async () => {
      tellOutcome(await call(LISTING_ENDPOINTS.setDollar, { body: read.value }), t`The US dollar is chosen`);
      askAgain();
      onClose();
    });
  }

  return (
    <ActSheet
      title={t`Which asset is the US dollar`}
      description={t`All prices and all limits in USD are counted by it. A second operator has to agree.`}
      action={action}
      submit={t`Choose it`}
      isReady={asset !== (dollar ?? NONE)}
      onSubmit={save}
      onClose={onClose}
    >
      <SelectField
        label={t`The US dollar`}
        options={[
          { value: NONE, label: t({ message: "None", context: "no asset" }) },
          ...listed.map((value) => ({ value, label: shortKey(value) })),
        ]}
        value={asset}
        onValueChange={setAsset}
      />
      {asset === NONE ? (
        <Notice tone="warn">{t`Without one nothing is priced in USD, and limits are counted in XLM.`}</Notice>
      ) : null}
      <ReasonField most={500} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}
