import { t } from "@lingui/core/macro";
import { useState } from "react";
import { ActSheet, ReasonField, tellOutcome } from "#pwa/console/desk/act-sheet.tsx";
import { useAskAgain } from "#pwa/console/desk/ask.ts";
import { ReasonSheet } from "#pwa/console/desk/reason-sheet.tsx";
import { readForm } from "#pwa/parts/forms/form-issues.ts";
import { useAction } from "#pwa/parts/forms/use-action.ts";
import { assetKeyOf } from "#pwa/parts/history/movement.ts";
import { call } from "#pwa/platform/api/call.ts";
import { LISTING_ENDPOINTS } from "#schemas/endpoints/listing.ts";
import { ChangeListedInput } from "#schemas/listing.ts";
import { atPicture, draftOf, type ListedRow, PICTURE_REFUSALS, TOLD_FIELDS, toldOf } from "./asset-draft.ts";
import { ToldFields } from "./told-fields.tsx";

interface ChangeSheetProps {
  readonly asset: ListedRow;
  /** Of the list that was looked at. */
  readonly version: number;
  readonly onClose: () => void;
}

/** What people are told of a listed asset. */
export function ChangeSheet({ asset, version: now, onClose }: ChangeSheetProps) {
  const { assetCode, image } = asset;
  // What was on the screen when the sheet was opened is what is changed: another operator's change meanwhile is said.
  const [version] = useState(now);
  const [draft, setDraft] = useState(() => draftOf(asset));
  const [reason, setReason] = useState("");
  const action = useAction(TOLD_FIELDS, PICTURE_REFUSALS);
  const askAgain = useAskAgain();

  function save() {
    const typed = toldOf(draft);
    if ("issues" in typed) return action.refuse(typed.issues);
    const read = readForm(ChangeListedInput, { ...typed.told, version, reason });
    if ("issues" in read) return action.refuse(atPicture(read.issues));
    return action.run(async () => {
      const params = { asset: assetKeyOf(asset) };
      tellOutcome(
        await call(LISTING_ENDPOINTS.changeListedAsset, { params, body: read.value }),
        t`${assetCode} is changed`,
      );
      askAgain();
      onClose();
    });
  }

  return (
    <ActSheet
      title={t`Change ${assetCode}`}
      description={t`People see it within seconds.`}
      action={action}
      submit={t`Save`}
      onSubmit={save}
      onClose={onClose}
    >
      <ToldFields
        draft={draft}
        image={image}
        issues={action.issues}
        onChange={(change) => setDraft({ ...draft, ...change })}
      />
      <ReasonField most={500} value={reason} error={action.issues["reason"]} onChange={setReason} />
    </ActSheet>
  );
}

/** Taking an asset off the list, with what that means for whoever has it. */
export function DelistSheet({ asset, version: now, onClose }: ChangeSheetProps) {
  const { assetCode } = asset;
  const [version] = useState(now);
  return (
    <ReasonSheet
      title={t`Delist ${assetCode}?`}
      submit={t`Delist it`}
      tone="danger"
      carryOut={({ reason }) =>
        call(LISTING_ENDPOINTS.delistAsset, { params: { asset: assetKeyOf(asset) }, body: { version, reason } })
      }
      done={t`${assetCode} is no longer listed`}
      onClose={onClose}
    >
      <ul className="flex list-disc flex-col gap-1.5 ps-5 text-sm">
        <li>{t`Nobody buys more of it here, from the moment that it is delisted.`}</li>
        <li>{t`Whoever holds it can still sell it, send it, withdraw it from pools and remove it.`}</li>
        <li>{t`Standing orders of it end, and their owners are told why.`}</li>
        <li>{t`Its pairs and pools are put forward no more.`}</li>
      </ul>
    </ReasonSheet>
  );
}
